import { type ServerProcess, spawnServer } from '#testing/server-process.ts';

export {
  type Person,
  type Vitrina,
  freePort,
  runCommand as output,
  startVitrina,
} from '#testing/server-process.ts';

/** Runs a command until it is ready. */
export function run(command: string, env: Record<string, string>, _ready: string): Promise<ServerProcess> {
  return spawnServer(command, env);
}

export function end(server: ServerProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  return server.stop(signal);
}
