import { addressOf } from '#contract/endpoint.ts';
import { type ConsultaPublicada, publisher } from '#contract/publisher.ts';
import { v3 } from '#contract/v3.ts';
import { isoInZone } from '#contract/window.ts';
import { formatPackage } from '#service/agencies/representation.ts';
import type { AgencyStore } from '#service/agencies/store.ts';
import type { AppStore } from '#service/apps/store.ts';
import { type EndpointContext, type EndpointRoute, defineRoute } from '#service/endpoint.ts';
import type { ReceivedInquiry } from '#service/inquiries/store.ts';
import { NotFoundError, conflict, validationFailed } from '#service/problems.ts';
import type { Service } from '#service/service.ts';
import { ReusedIdError, publishInquiries } from './store.ts';

// decided: a publisher's clock may be this far ahead of ours.
const MAX_PUBLICATION_AHEAD_MS = 300_000;

/** Publishers may send to every registered agency, whichever app invited it. All other apps get 403. */
export function publisherScope(agencies: AgencyStore): EndpointContext['agencies'] {
  return {
    async find({ publisher: isPublisher }, mail) {
      if (!isPublisher) return undefined;
      const agency = await agencies.findRegistered(mail);
      if (!agency) throw new NotFoundError();
      return agency;
    },
  };
}

/** Endpoints by which inquiries and packages arrive. */
export function createPublisherRoutes({
  database,
  agencies,
  apps,
  config: { timeZone },
  now,
  random,
  wake,
}: Service): EndpointRoute[] {
  return [
    defineRoute(publisher.publishInquiries, {
      async handle({ caller, agency, body: published }) {
        const at = now();
        validateMoments(published, at);
        await validateApps(published, apps);
        const toInquiry = ({ Id: _id, AppKey, Momento, ...content }: ConsultaPublicada): ReceivedInquiry => ({
          sid: random.ulid(Momento === undefined ? at : Date.parse(Momento)),
          consulta: { Momento: Momento ?? isoInZone(at, timeZone), ...content },
          publishedBy: content.Auto.ExternalId === '' ? null : (AppKey ?? caller.key),
        });
        const receipts = await publishInquiries(database, caller, agency, {
          published,
          toInquiry,
          now: at,
          random,
        }).catch((error: unknown) => {
          throw error instanceof ReusedIdError ? reusedIds(published, error.ids) : error;
        });
        wake('deliveries');
        const _entries = receipts.map(({ id, sid, isNew }) => ({
          Id: id,
          Repetida: !isNew,
          _links: { consulta: { href: addressOf(v3.viewInquiry, { adminMail: agency.mail, sid }) } },
        }));
        return { body: { _entries } };
      },
    }),
    defineRoute(publisher.publishPackage, {
      async handle({ agency, body: { Paquete: name, Desde: since, Hasta: until, Productos: products } }) {
        const pack = { name, since, until, products };
        await agencies.setPackage(agency, pack);
        return { body: formatPackage(agency, pack) };
      },
    }),
  ];
}

/** @throws ProblemError 400 for moments in the future */
function validateMoments(published: readonly ConsultaPublicada[], now: number): void {
  const errors: Record<string, string[]> = Object.create(null);
  for (const [index, { Momento }] of published.entries())
    if (Momento !== undefined && Date.parse(Momento) > now + MAX_PUBLICATION_AHEAD_MS)
      errors[`${index}.Momento`] = ['no puede ser futuro'];
  if (Object.keys(errors).length > 0) throw validationFailed(errors);
}

/** @throws ProblemError 400 for apps that the service does not have */
async function validateApps(published: readonly ConsultaPublicada[], apps: AppStore): Promise<void> {
  const keys = new Set(published.flatMap(({ AppKey }) => AppKey ?? []));
  const known = new Set<string>();
  for (const key of keys) if (await apps.find(key)) known.add(key);
  const errors: Record<string, string[]> = Object.create(null);
  for (const [index, { AppKey }] of published.entries())
    if (AppKey !== undefined && !known.has(AppKey)) errors[`${index}.AppKey`] = ['es desconocida'];
  if (Object.keys(errors).length > 0) throw validationFailed(errors);
}

function reusedIds(published: readonly ConsultaPublicada[], ids: ReadonlySet<string>): Error {
  const errors: Record<string, string[]> = Object.create(null);
  for (const [index, { Id }] of published.entries())
    if (ids.has(Id)) errors[`${index}.Id`] = ['ya se recibió con otro contenido'];
  return conflict('Un Id ya identifica a otra consulta.', errors);
}
