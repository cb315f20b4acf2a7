import { useLingui } from '@lingui/react/macro';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { useAgencyName } from '#console/agency-select/use-agencies.ts';
import { cityQuery } from '#console/catalogs/catalogs.ts';
import type { CityName } from '#console/catalogs/entries.ts';
import { indexedInquiryQuery } from '#console/inquiries/index-queries.ts';
import { inquiryQuery } from '#console/inquiries/inquiry-queries.ts';
import { type Inquiry, formatRowText } from '#console/inquiries/row.ts';
import type { Language } from '#console/locales/preferred-language.ts';
import { paths, patterns } from '#console/paths.ts';
import { type SavedItems, toItemId } from '#console/session/saved-items.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import type { PaletteItem } from './palette-items.ts';

export function useToInquiryItem() {
  const { i18n } = useLingui();
  const format = useFormats();
  const now = useNow();
  const getAgencyName = useAgencyName();
  return (adminMail: string, sid: string | undefined, entry: Inquiry): PaletteItem | undefined => {
    if (!sid) return undefined;
    const { name, vehicle, age } = formatRowText(entry, { language: i18n.locale as Language, format, now });
    const { Telefono, Email } = entry.Interesado;
    const phone = typeof Telefono === 'string' ? Telefono : '';
    const to = paths.inquiry(adminMail, sid);
    return {
      id: toItemId(to),
      kind: 'inquiry',
      label: name,
      detail: [vehicle, phone, age, getAgencyName(adminMail)].filter(Boolean).join(' · '),
      keywords: [phone.replaceAll(/\D/g, ''), Email, entry.Auto.ExternalId, sid].filter(Boolean).join(' '),
      to,
    };
  };
}

export function toCityItem({ id, name, region }: Omit<CityName, 'path'>): PaletteItem {
  const to = paths.city(id);
  return { id: toItemId(to), kind: 'city', label: name, detail: region ?? undefined, to };
}

export function useSingleItems({ recent, pinned }: SavedItems): PaletteItem[] {
  const { may } = useSession();
  const client = useQueryClient();
  const toInquiryItem = useToInquiryItem();
  const ids = [...new Set([...pinned, ...recent])];
  const inquiryKeys = ids.flatMap((id) => {
    const { adminMail, sid } = matchPath(patterns.inbox, id)?.params ?? {};
    return adminMail && sid ? { adminMail, sid: sid.toUpperCase() } : [];
  });
  const cityIds = ids.flatMap((id) => matchPath(patterns.city, id)?.params.id ?? []);
  const inquiries = useQueries({
    queries: inquiryKeys.map(({ adminMail, sid }) => ({
      ...indexedInquiryQuery(adminMail, sid),
      enabled: may.includes('viewIndexedInquiry'),
      retry: false,
      placeholderData: () => {
        const inquiry = client.getQueryData(inquiryQuery(adminMail, sid).queryKey);
        return inquiry && { inquiry, asOf: 0 };
      },
    })),
  });
  const cities = useQueries({
    queries: cityIds.map((id) => cityQuery(id)),
  });
  return [
    ...inquiries.flatMap(({ data, error }, at) => {
      const key = inquiryKeys[at];
      return (!error && data && key && toInquiryItem(key.adminMail, key.sid, data.inquiry)) || [];
    }),
    ...cities.flatMap(({ data }) => (data ? toCityItem(data) : [])),
  ];
}
