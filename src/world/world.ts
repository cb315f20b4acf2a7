import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { openGateway } from '#gateway/app.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { openService } from '#service/app.ts';
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
import { STARTS_AT, type Template } from './template.ts';
import { PEOPLE, Timeline } from './timeline.ts';

export const PROGRAMS = ['gateway', 'service'] as const;
export type ProgramName = (typeof PROGRAMS)[number];

/** Other processes tell of their events: there are none, or they may wait. */
const LIVE_POLL_MS = 60_000;

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
  readonly timeZone: string;
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
  readonly running = new Map<ProgramName, Running>();
  readonly people: People;
  /** Functions that end the present faults. */
  readonly cleanUps = new Set<() => unknown>();
  /** Copies of the service's database, oldest first. */
  #backup: Uint8Array | undefined;
  #backupAt = STARTS_AT;
  /** Times at which the service lost what it had done since another time. */
  readonly restores: { from: number; to: number }[] = [];
  readonly #starting = new Set<ProgramName>();
  #generation = 0;

  constructor(seed: number, template: Template, timeZone: string) {
    this.random = new SeededRandom(String(seed));
    this.timeline = new Timeline(STARTS_AT, this.random.split('order'), drain);
    useWorld(this.timeline, this.random.split('globals'));
    this.template = template;
    this.timeZone = timeZone;
    this.databases = {
      gateway: new MemoryDatabase(this.timeline, template.gateway),
      service: new MemoryDatabase(this.timeline, template.service),
    };
    this.network = new Network(this.timeline, this.random.split('network'), (host) =>
      this.running.get(host === SERVICE_HOST ? 'service' : 'gateway'),
    );
    this.postOffice = new PostOffice(this.timeline, this.random.split('mail'));
    this.people = new People(this);
  }

  get now(): number {
    return this.timeline.now;
  }

  /** Notes that something goes wrong on purpose now: errors in the log may follow from it. */
  disturb(what: string): void {
    this.disturbances.push(this.now);
    this.timeline.note(what);
  }

  /** Starts a program on its database, unless it runs. */
  requestStart(program: ProgramName): void {
    if (this.running.get(program)?.process.isAlive || this.#starting.has(program)) return;
    this.#starting.add(program);
    this.#generation += 1;
    const process = new SimulatedProcess(`${program} ${this.#generation}`, {
      timeline: this.timeline,
      machine: this.machines[program],
      onCrash: (crashed) => this.#cleanUp(program, crashed),
    });
    process.onEnd(() => this.#starting.delete(program));
    this.timeline.note(`${process.name} starts`);
    this.timeline.schedule(1, process, () => {
      const opened = program === 'gateway' ? this.#openGateway(process) : this.#openService(process);
      opened
        .then(() => this.#starting.delete(program))
        .catch((error: unknown) => {
          // Its supervisor tries again.
          if (!this.databases[program].isFull) this.addError(process.name, 'start failed', error);
          this.#starting.delete(program);
          process.crash();
          this.timeline.schedule(10_000, { name: 'supervisor', isAlive: true }, () =>
            this.requestStart(program),
          );
        });
    });
  }

  async #openGateway(process: SimulatedProcess): Promise<void> {
    const opened = await openGateway(gatewayConfig(this.timeZone), {
      page: false,
      sweeps: true,
      livePollMs: LIVE_POLL_MS,
      logger: this.#createLogger(process),
      openDatabase: async () => this.databases.gateway.connect<GatewayTables>(process),
      clock: process.clock,
      random: createSeededRandom(this.random.split(process.name)),
      transport: this.network.createTransport(process, SERVICE_HOST),
      mailer: this.postOffice.createMailer(process),
    });
    this.running.set('gateway', {
      process,
      app: opened.app,
      inFlight: new Set(),
      close: () => opened.close(),
      isStopping: false,
    });
  }

  async #openService(process: SimulatedProcess): Promise<void> {
    const opened = await openService(serviceConfig(this.timeZone), {
      credentials: APP,
      logger: this.#createLogger(process),
      openDatabase: async () => this.databases.service.connect<Tables>(process),
      clock: process.clock,
      random: createSeededRandom(this.random.split(process.name)),
      webhookClient: this.network.createWebhookClient(process),
      mailer: this.postOffice.createMailer(process),
      lookup: (host, _options, done) => done(null, [{ address: host, family: 4 }]),
    });
    this.running.set('service', {
      process,
      app: opened.app,
      inFlight: new Set(),
      close: () => opened.close(),
      isStopping: false,
    });
    await opened.startDelivery(`http://${CONSOLE_HOST}`);
  }

  /** Ends a program at once, as `kill -9` does. */
  crash(program: ProgramName): void {
    this.running.get(program)?.process.crash();
  }

  #cleanUp(program: ProgramName, process: SimulatedProcess): void {
    this.databases[program].drop(process);
    const listener = this.running.get(program);
    if (listener?.process !== process) return;
    this.running.delete(program);
    for (const broken of listener.inFlight) broken();
  }

  /** Stops a program as its supervisor does: after 30 s it is killed. */
  requestStop(program: ProgramName, onStopped: () => void): void {
    const running = this.running.get(program);
    if (!running?.process.isAlive || running.isStopping) return;
    running.isStopping = true;
    const { process } = running;
    const startedAt = this.now;
    const end = () => {
      if (!process.isAlive) return;
      const tookMs = this.now - startedAt;
      this.timeline.note(`${process.name} stopped after ${Math.round(tookMs)} ms`);
      this.ledger.stops.push({ program: process.name, tookMs });
      process.end();
      this.#cleanUp(program, process);
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

  /** Ends all that goes wrong, and starts what does not run. */
  endFaults(): void {
    for (const cleanUp of this.cleanUps) cleanUp();
    this.network.callFault = undefined;
    this.network.callbackFault = undefined;
    this.postOffice.fault = undefined;
    for (const program of PROGRAMS) {
      this.databases[program].isFull = false;
      this.machines[program].offset = 0;
      const running = this.running.get(program);
      if (running) running.process.stepsLeft = undefined;
      this.requestStart(program);
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
    const isDuringFault = this.cleanUps.size > 0 || PROGRAMS.some((name) => !this.running.has(name));
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
