import { join } from 'node:path';
import { HOUR_MS } from '#contract/durations.ts';
import { type Check, untranslated } from '#gateway/doctor/check.ts';

/** Files in DATA_DIR that hold secrets or contacts. */
const PRIVATE_FILES = ['console-key', 'service-key', 'app-credentials.json', 'gateway.db', 'service.db'];
const OTHERS = 0o077;

export const dataFolder: Check = {
  id: 'data-folder',
  everyMs: HOUR_MS,
  severity: 'warning',
  retries: 0,
  title: { es: 'Los archivos de datos son privados', en: 'The files of the data are private' },
  why: {
    es: 'Tienen claves y datos de compradores: otros usuarios del servidor podrían leerlos.',
    en: 'They hold keys and contacts of buyers: other users of the machine could read them.',
  },
  run: async ({ config: { dataDir }, machine }) => {
    const files = await Promise.all(
      PRIVATE_FILES.map(async (name) => ({
        path: join(dataDir, name),
        mode: await machine.readMode(join(dataDir, name)),
      })),
    );
    return files.flatMap(({ path, mode }) =>
      mode !== undefined && (mode & OTHERS) !== 0 ? [untranslated(`${path}: ${mode.toString(8)}`)] : [],
    );
  },
  remedy: {
    text: { es: 'Quitales el acceso a los demás usuarios.', en: 'Take access from all other users.' },
    command: 'chmod -R go= "$DATA_DIR"',
  },
};
