import type { Browser, BrowserContext, CDPSession } from '@playwright/test';

interface PooledContext {
  context: BrowserContext;
  cdp: CDPSession;
}

/**
 * Browser contexts that a worker uses again: the console's code stays compiled, and in the HTTP cache. Between tests
 * everything else goes: pages, cookies, storage, routes, permissions.
 */
export class ContextPool {
  readonly #contexts = new Map<string, PooledContext>();
  readonly #browser: Browser;
  readonly #origin: string;

  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /** The context with the options of the running test; `key` names them. */
  async acquire(key: string): Promise<BrowserContext> {
    const pooled = this.#contexts.get(key) ?? (await this.#create());
    this.#contexts.set(key, pooled);
    return pooled.context;
  }

  /** Closes what a test opened itself. */
  async closeOthers(): Promise<void> {
    const kept = new Set([...this.#contexts.values()].map(({ context }) => context));
    const others = this.#browser.contexts().filter((context) => !kept.has(context));
    await Promise.all(others.map((context) => context.close()));
  }

  /** Makes a context as good as new, but for the console's code. */
  async release(key: string): Promise<void> {
    const pooled = this.#contexts.get(key);
    if (!pooled) return;
    const { context, cdp } = pooled;
    const [anchor, ...pages] = context.pages();
    await Promise.all(pages.map((page) => page.close()));
    if (!anchor || anchor.isClosed()) {
      this.#contexts.delete(key);
      await context.close();
      return;
    }
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await context.clearPermissions();
    await cdp.send('Storage.clearDataForOrigin', {
      origin: this.#origin,
      storageTypes: 'cookies,local_storage,indexeddb,cache_storage,service_workers',
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#contexts.values()].map(({ context }) => context.close()));
  }

  async #create(): Promise<PooledContext> {
    const context = await this.#browser.newContext();
    // A page without code that stays open: it keeps the process that has compiled the console's code, and the storage is
    // cleared from it after the pages of a test are closed.
    const anchor = await context.newPage();
    await anchor.goto(`${this.#origin}/healthz`);
    return { context, cdp: await context.newCDPSession(anchor) };
  }
}
