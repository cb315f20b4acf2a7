import type { DatabaseTarget } from '#database/database.ts';
import type { Credentials } from '#signing/request.ts';

/** What the gateway is started with; `src/configuration.ts` makes it from the environment. */
export interface GatewayConfig {
  host: string;
  port: number;
  /** Origin that the browser sees. */
  publicUrl: string;
  dataDir: string;
  database: DatabaseTarget;
  /** Origin of the service that calls are forwarded to. */
  upstreamUrl: string;
  /** The app's credentials; they never leave this program. */
  credentials: Credentials;
  vendor: string;
  prefix: string;
  timeZone: string;
  /** Whether three demo people are made at the first start. */
  demo: boolean;
  /** Folder of the built console. */
  consoleDir: string;
}
