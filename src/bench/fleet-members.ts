import { type ServerProcess, freePort, spawnServer } from '#testing/server-process.ts';

/** Port variable of each role of a process in the fleet. */
const PORTS = { gateway: 'PORT', service: 'SERVICE_PORT', worker: 'WORKER_PORT' } as const;
export type Role = keyof typeof PORTS;

/** A process that is started again whenever it ends. */
export class FleetMember {
  readonly name: string;
  readonly role: Role;
  readonly url: string;
  readonly #environment: Record<string, string>;
  #release: string;
  #server: ServerProcess | undefined;
  /** Restarts follow each other. */
  #last: Promise<void> = Promise.resolve();

  private constructor(
    { name, role, port }: { name: string; role: Role; port: number },
    environment: Record<string, string>,
    release: string,
  ) {
    this.name = name;
    this.role = role;
    this.url = `http://127.0.0.1:${port}`;
    this.#environment = { ...environment, ROLES: role, [PORTS[role]]: String(port) };
    this.#release = release;
  }

  static async start(
    role: Role,
    {
      number,
      environment,
      release,
    }: { number: number; environment: Record<string, string>; release: string },
  ): Promise<FleetMember> {
    const member = new FleetMember(
      { name: `${role} ${number}`, role, port: await freePort() },
      environment,
      release,
    );
    await member.#start();
    return member;
  }

  get pid(): number | undefined {
    return this.#server?.pid;
  }

  /** Ends the process and starts it again, from another release if one is given. */
  restart(signal: 'SIGTERM' | 'SIGKILL', release = this.#release): Promise<void> {
    const restart = async () => {
      await this.#server?.stop(signal);
      this.#release = release;
      await this.#start();
    };
    this.#last = this.#last.then(restart);
    return this.#last;
  }

  async stop(): Promise<void> {
    await this.#last.catch(() => {});
    await this.#server?.stop('SIGKILL');
  }

  /** A start fails while the database is away; a supervisor tries again. */
  async #start(): Promise<void> {
    for (let attempts = 10; ; attempts--)
      try {
        this.#server = await spawnServer('start.ts', this.#environment, this.#release);
        return;
      } catch (error) {
        if (attempts === 0) throw error;
      }
  }
}
