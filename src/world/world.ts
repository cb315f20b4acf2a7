import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { openGateway } from '#gateway/app.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { openService } from '#service/app.ts';
import { type ReplayTables, createReplayStore } from '#service/replay-store.ts';
import type { Tables } from '#service/tables.ts';
import { APP, CONSOLE_HOST, SERVICE_HOST, gatewayConfig, serviceConfig } from './configuration.ts';
import { drain, useWorld } from './globals.ts';
import { Ledger } from './ledger.ts';
import { MemoryDatabase } from './memory-database.ts';
import { Network, type Listener } from './network.ts';
import { People } from './people.ts';
import { PostOffice } from './post-office.ts';
import { SeededRandom, createSeededRandom } from './seeded-random.ts';
import { type MachineClock, SimulatedProcess } from './simulated-process.ts';
import type { Setting } from './setting.ts';
import type { Template } from './template.ts';
import { PEOPLE, Timeline } from './timeline.ts';

export const PROGRAMS = ['gateway', 'service'] as const;
export type ProgramName = (typeof PROGRAMS)[number];

/** Other processes tell of their events: there are none, or they may wait. */
const LIVE_POLL_MS = 60_000;

/** A place in which a supervisor keeps a process of a program running. Those of one program share its database and address. */
export interface Instance {
  readonly name: string;
  readonly program: ProgramName;
}

/** A program that runs, or has ended. */
interface Running extends Listener {
  close: () => Promise<void>;
  isStopping: boolean;
}

/** An error that a program logged, or that nobody handled. */
export interface LoggedError {
  at: number;
  program: string;
  message: string;
  details: string;
  /** True if a fault was on, or a program did not run. */
  isDuringFault: boolean;
}

/** Programs, people, mail and network of one seed. */
export class World {
  readonly timeline: Timeline;
  readonly random: SeededRandom;
  readonly network: Network;
  readonly ledger = new Ledger();
  readonly postOffice: PostOffice;
  readonly template: Template;
  readonly setting: Setting;
  readonly instances: readonly Instance[];
  readonly databases: Record<ProgramName, MemoryDatabase>;
  readonly machines: Record<ProgramName, MachineClock> = { gateway: { offset: 0 }, service: { offset: 0 } };
  readonly errors: LoggedError[] = [];
  /** Times at which something went wrong on purpose. */
  readonly disturbances: number[] = [];
  faultsEndedAt: number | undefined;
  /** Rows of each table, by program and name, shortly before the end. */
  rowCounts: ReadonlyMap<string, number> = new Map();
  /** When the console first got messages of inquiries. */
  topicsSavedAt: number | undefined;
  readonly running = new Map<Instance, Running>();
  /** Programs whose database is being migrated: they are not started. */
  readonly upgrading = new Set<ProgramName>();
  /** Upgrades of each program so far. */
  readonly releases: Record<ProgramName, number> = { gateway: 0, service: 0 };
  readonly people: People;
  /** Runs of both programs, oldest first. */
  readonly processes: SimulatedProcess[] = [];
  /** Functions that end the present faults. */
  readonly cleanUps = new Set<() => unknown>();
  /** Copies of the service's database, oldest first. */
  #backup: Uint8Array | undefined;
  #backupAt: number;
  /** Times at which the service lost what it had done since another time. */
  readonly restores: { from: number; to: number }[] = [];
  /** Signatures that the service was sent, which outlive it. */
  readonly #signatures: MemoryDatabase;
  readonly #starting = new Set<Instance>();
  #generation = 0;

  constructor(seed: number, template: Template, setting: Setting) {
    this.random = new SeededRandom(String(seed));
    this.timeline = new Timeline(setting.startsAt, this.random.split('order'), drain);
    useWorld(this.timeline, this.random.split('globals'));
    this.template = template;
    this.setting = setting;
    this.#backupAt = setting.startsAt;
    this.instances = PROGRAMS.flatMap((program) =>
      ['', ' b'].slice(0, setting.processes).map((suffix) => ({ name: `${program}${suffix}`, program })),
    );
    const maxMs = setting.maxStatementWaitMs;
    const wait = maxMs > 0 ? { maxMs, random: this.random.split('statements') } : undefined;
    this.databases = {
      gateway: new MemoryDatabase(this.timeline, template.gateway, wait),
      service: new MemoryDatabase(this.timeline, template.service, wait),
    };
    this.#signatures = new MemoryDatabase(this.timeline, template.signatures);
    const balancer = this.random.split('balancer');
    this.network = new Network(this.timeline, this.random.split('network'), (host) => {
      const found = this.runningOf(host === SERVICE_HOST ? 'service' : 'gateway');
      const ready = found.filter(({ isStopping }) => !isStopping);
      return ready.length > 1 ? balancer.pick(ready) : (ready[0] ?? found[0]);
    });
    this.postOffice = new PostOffice(this.timeline, this.random.split('mail'));
    this.people = new People(this);
  }

  get timeZone(): string {
    return this.setting.timeZone;
  }

  get now(): number {
    return this.timeline.now;
  }

  /** Notes that something goes wrong on purpose now: errors in the log may follow from it. */
  disturb(what: string): void {
    this.disturbances.push(this.now);
    this.timeline.note(what);
  }

  instancesOf(program: ProgramName): Instance[] {
    return this.instances.filter((instance) => instance.program === program);
  }

  /** Returns the processes of a program that live. */
  runningOf(program: ProgramName): Running[] {
    return this.instancesOf(program).flatMap((instance) => this.running.get(instance) ?? []);
  }

  /** True from when its process starts until it has ended. */
  isUp(instance: Instance): boolean {
    return this.running.has(instance) || this.#starting.has(instance);
  }

  /** Starts a process of a program on its database, unless it runs. */
  requestStart(instance: Instance): void {
    const { program } = instance;
    if (this.isUp(instance) || this.upgrading.has(program)) return;
    this.#starting.add(instance);
    this.#generation += 1;
    const process = new SimulatedProcess(`${instance.name} ${this.#generation}`, {
      timeline: this.timeline,
      machine: this.machines[program],
      onCrash: (crashed) => this.#cleanUp(instance, crashed),
    });
    this.processes.push(process);
    process.onEnd(() => this.#starting.delete(instance));
    this.timeline.note(`${process.name} starts`);
    this.timeline.schedule(1, process, () => {
      const opened =
        program === 'gateway' ? this.#openGateway(instance, process) : this.#openService(instance, process);
      opened
        .then(() => this.#starting.delete(instance))
        .catch((error: unknown) => {
          // Its supervisor tries again.
          if (!this.databases[program].isFull) this.addError(process.name, 'start failed', error);
          this.#starting.delete(instance);
          process.crash();
          this.timeline.schedule(10_000, { name: 'supervisor', isAlive: true }, () =>
            this.requestStart(instance),
          );
        });
    });
  }

  async #openGateway(instance: Instance, process: SimulatedProcess): Promise<void> {
    const opened = await openGateway(gatewayConfig(this.timeZone), {
      page: false,
      sweeps: true,
      livePollMs: LIVE_POLL_MS,
      logger: this.#createLogger(process),
      openDatabase: async () => this.databases.gateway.connect<GatewayTables>(process),
      clock: process.clock,
      random: createSeededRandom(this.random.split(process.name)),
      transport: this.network.createTransport(process, SERVICE_HOST),
      webhookClient: this.network.createWebhookClient(process),
      mailer: this.postOffice.createMailer(process),
    });
    this.running.set(instance, {
      process,
      app: opened.app,
      inFlight: new Set(),
      close: () => opened.close(),
      isStopping: false,
    });
  }

  async #openService(instance: Instance, process: SimulatedProcess): Promise<void> {
    const opened = await openService(serviceConfig(this.timeZone), {
      credentials: APP,
      logger: this.#createLogger(process),
      openDatabase: async () => this.databases.service.connect<Tables>(process),
      openReplayStore: async () => createReplayStore(this.#signatures.connect<ReplayTables>(process)),
      clock: process.clock,
      random: createSeededRandom(this.random.split(process.name)),
      webhookClient: this.network.createWebhookClient(process),
      mailer: this.postOffice.createMailer(process),
      lookup: (host, _options, done) => done(null, [{ address: host, family: 4 }]),
    });
    this.running.set(instance, {
      process,
      app: opened.app,
      inFlight: new Set(),
      close: () => opened.close(),
      isStopping: false,
    });
    await opened.startDelivery(`http://${CONSOLE_HOST}`);
  }

  #cleanUp(instance: Instance, process: SimulatedProcess): void {
    this.databases[instance.program].drop(process);
    this.#signatures.drop(process);
    const listener = this.running.get(instance);
    if (listener?.process !== process) return;
    this.running.delete(instance);
    for (const broken of listener.inFlight) broken();
  }

  /** Stops a process as its supervisor does: after 30 s it is killed. */
  requestStop(instance: Instance, onStopped: () => void): void {
    const running = this.running.get(instance);
    if (!running?.process.isAlive || running.isStopping) return;
    running.isStopping = true;
    const { process } = running;
    const startedAt = this.now;
    process.stopsSince = startedAt;
    const end = () => {
      if (!process.isAlive) return;
      const tookMs = this.now - startedAt;
      this.timeline.note(`${process.name} stopped after ${Math.round(tookMs)} ms`);
      this.ledger.stops.push({ program: process.name, tookMs });
      process.end();
      this.#cleanUp(instance, process);
    };
    process.onEnd(onStopped);
    this.timeline.note(`${process.name} is told to stop`);
    this.timeline.schedule(0, process, () => {
      running.close().then(end, (error: unknown) => {
        this.addError(process.name, 'stop failed', error);
        end();
      });
    });
    this.timeline.schedule(30_000, { name: 'supervisor', isAlive: true }, end);
  }

  /** Copies the service's database, as its backup does every night. */
  backUpService(): void {
    if (this.databases.service.isBusy) return;
    this.#backup = this.databases.service.serialize();
    this.#backupAt = this.now;
  }

  /** Puts the last backup of the service back. It must have ended. */
  restoreService(): void {
    if (!this.#backup) return;
    this.databases.service.restore(this.#backup);
    this.restores.push({ from: this.#backupAt, to: this.now });
  }

  /** Associates many agencies with the app at once. */
  addAgencies(count: number): void {
    this.disturb(`${count} agencies are added`);
    this.databases.service.all(
      `insert into agencies (mail_key, mail, app_key, other_inquiries, invited_at, registered_at, name)
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
       select 'masiva' || n || '@agencia.example', 'Masiva' || n || '@agencia.example', ?, 1, ?, ?, 'Agencia masiva ' || n
       from numbers`,
      count,
      APP.key,
      this.now,
      this.now,
    );
  }

  /** Ends all that goes wrong, and starts what does not run. */
  endFaults(): void {
    for (const cleanUp of this.cleanUps) cleanUp();
    this.network.callFault = undefined;
    this.network.callbackFault = undefined;
    this.postOffice.fault = undefined;
    for (const program of PROGRAMS) {
      this.databases[program].isFull = false;
      this.machines[program].offset = 0;
    }
    for (const instance of this.instances) {
      const running = this.running.get(instance);
      if (running) running.process.stepsLeft = undefined;
      this.requestStart(instance);
    }
    this.disturb('the faults end');
    this.faultsEndedAt = this.now;
  }

  /** Keeps what a program logs as an error. */
  #createLogger(process: SimulatedProcess) {
    const write = (line: string) => {
      const { msg, err, ...rest } = JSON.parse(line) as {
        msg?: string;
        err?: { message?: string; stack?: string };
      };
      const {
        time: _time,
        pid: _pid,
        hostname: _host,
        reqId: _id,
        ...fields
      } = rest as Record<string, unknown>;
      const details = `${err?.message ?? ''} ${JSON.stringify(fields)}`;
      this.timeline.note(`ERROR ${process.name}: ${msg} ${details}`);
      if (process.isAlive) this.#keepError(process.name, msg ?? '', `${details} ${err?.stack ?? ''}`);
    };
    return { level: 'error', stream: { write } };
  }

  addError(program: string, message: string, error: unknown): void {
    const details = error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error);
    this.timeline.note(`ERROR ${program}: ${message} ${details}`);
    this.#keepError(program, message, details);
  }

  #keepError(program: string, message: string, details: string): void {
    const isDuringFault =
      this.cleanUps.size > 0 || this.instances.some((instance) => !this.running.has(instance));
    this.errors.push({ at: this.now, program, message, details, isDuringFault });
  }

  /** Calls the gateway as a browser does. @throws Error when the connection breaks */
  callGateway(request: InjectOptions, signal?: AbortSignal): Promise<LightMyRequestResponse> {
    return this.network.send(CONSOLE_HOST, request, { from: PEOPLE, signal });
  }

  /** Calls the service as a publisher does. @throws Error when the connection breaks */
  callService(request: InjectOptions): Promise<LightMyRequestResponse> {
    return this.network.send(SERVICE_HOST, request, { from: PEOPLE });
  }
}
