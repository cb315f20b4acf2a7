import { useLingui } from '@lingui/react/macro';
import { useSession } from '#console/session/session.ts';
import { SwitchField } from '#console/ui/SwitchField.tsx';
import { useOfflineReading } from './offline-setting.ts';

export function OfflineSwitch() {
  const { t } = useLingui();
  const [isOn, change] = useOfflineReading(useSession().person.id);
  return (
    <SwitchField
      label={t`Leer sin conexión`}
      description={t`Este navegador guarda hasta un día lo que abriste, con los contactos, mientras dure tu sesión. Al cerrar sesión se borra. Apagalo en una computadora compartida.`}
      checked={isOn}
      onChange={change}
    />
  );
}
