import type { Kysely } from 'kysely';
import { MASK, maskUrl } from '#gateway/deliveries/masking.ts';
import { isLoopback } from '#http/is-loopback.ts';
import { type NameLookup } from '#http/name-resolver.ts';
import { isPublicAddress } from '#http/public-address.ts';
import { type SettingTables, initializeSetting } from '#database/settings.ts';
import type { Clock } from '#system/clock.ts';
import type { Random } from '#system/random.ts';

/** Callback for the service's webhooks, at an unguessable URL. */
export interface WebhookReceiver {
  id: string;
  url: string;
  /** The URL as `maskUrl` returns it, to compare with stored callbacks. */
  masked: string;
  /**
   * Returns true if its name leads to a private address, which a service may refuse to call; false until that
   * is known.
   */
  isPrivate(): boolean;
}

const RECEIVER_SETTING = 'RECEIVER';

/** Loads the receiver of this installation; creates it at the first start. */
export async function loadWebhookReceiver(
  db: Kysely<SettingTables>,
  publicUrl: string,
  { clock, random, lookup }: { clock: Clock; random: Random; lookup: NameLookup },
): Promise<WebhookReceiver> {
  const id = await initializeSetting(db, RECEIVER_SETTING, random.bytes(24).toString('base64url'));
  const url = `${publicUrl}/hooks/${id}`;
  const isPrivate = watchAddress({ clock, lookup }, new URL(url).hostname.replace(/^\[|\]$/g, ''));
  isPrivate();
  return { id, url, masked: maskUrl(url) ?? MASK, isPrivate };
}

const LOOKUP_INTERVAL_MS = 60_000;

/**
 * Looks up in the background whether a host leads to a private address. Loopback does not count: only a service on this
 * machine is told to call it.
 */
function watchAddress({ clock, lookup }: { clock: Clock; lookup: NameLookup }, host: string): () => boolean {
  let isPrivate = false;
  let lookedUpAt = -Infinity;
  return () => {
    if (clock.monotonic() - lookedUpAt < LOOKUP_INTERVAL_MS) return isPrivate;
    lookedUpAt = clock.monotonic();
    lookup(host, { family: 0 }, (error, addresses) => {
      if (!error)
        isPrivate = addresses.some(({ address }) => !isPublicAddress(address) && !isLoopback(address));
    });
    return isPrivate;
  };
}
