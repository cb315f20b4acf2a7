import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Template } from '#contract/desk/templates.ts';
import { agencyQuery } from '#console/agency-select/agency-queries.ts';
import { type InquiryKey, inquiryId } from '#console/inquiries/inquiry-queries.ts';
import type { Inquiry } from '#console/inquiries/row.ts';
import { useSession } from '#console/session/session.ts';
import { type PlaceholderValues, fillPlaceholders } from '#console/settings/templates/placeholders.ts';
import { useDraft } from '#console/ui/drafts.ts';
import { type Formats, formatsFor } from '#console/ui/formats.ts';
import { vehicleName } from '#contract/inquiry-names.ts';
import { EMPTY_REPLY, type Reply, parseReply, serializeReply } from './reply-draft.ts';

export function useReplyDraft(key: InquiryKey, data: Inquiry) {
  const session = useSession();
  const { data: sender } = useQuery({
    ...agencyQuery(key.adminMail),
    enabled: session.may.includes('viewAgency'),
  });
  const id = inquiryId(key);
  const [draft, setDraft, deleteDraft] = useDraft(`reply ${id}`);
  // decided: the last reply that was sent is stored too, in case the other program lost it.
  const [sentDraft, setSentDraft] = useDraft('reply sent');
  const [replacedReply, setReplacedReply] = useState<Reply>();
  const [filledReply, setFilledReply] = useState<Reply>();
  const reply = parseReply(draft);
  const values = placeholderValues(data, {
    agencia: sender?.Nombre,
    vendedor: session.person.name,
    // decided: the buyer reads numbers as in Argentina, whatever the language of the console.
    formatMoney: (price) => formatsFor('es', session.timeZone).money(price),
  });
  const sentReply = sentDraft.startsWith(`${id} `) ? parseReply(sentDraft.slice(id.length + 1)) : undefined;
  const setReply = (next: Reply) => setDraft(serializeReply(next));
  const fillTemplate = (template: Template): Reply => ({
    template: template.id,
    subject: fillPlaceholders(template.subject, values).text,
    text: fillPlaceholders(template.text, values).text,
  });
  return {
    reply,
    sentReply,
    hasReplacedReply: replacedReply !== undefined,
    previewTemplate: (template: Template) => fillTemplate(template).text,
    update: (part: Partial<Reply>) => {
      const next = { ...reply, ...part };
      setReply(next.text.trim() ? next : { ...next, template: EMPTY_REPLY.template });
    },
    applyTemplate: (template: Template) => {
      const next = fillTemplate(template);
      const isEdited = filledReply === undefined || serializeReply(reply) !== serializeReply(filledReply);
      if (reply.text.trim() && reply.text !== next.text && isEdited) setReplacedReply(reply);
      setFilledReply(next);
      setReply(next);
    },
    restoreReplacedReply: () => {
      if (replacedReply) setReply(replacedReply);
      setReplacedReply(undefined);
    },
    restoreSentReply: () => sentReply && setReply(sentReply),
    storeSentReply: () => setSentDraft(`${id} ${serializeReply(reply)}`),
    deleteDraft: () => void deleteDraft(draft),
  };
}

interface Sender {
  agencia: string | null | undefined;
  vendedor: string;
  formatMoney: Formats['money'];
}

function placeholderValues(
  { Interesado, Auto }: Inquiry,
  { agencia, vendedor, formatMoney }: Sender,
): PlaceholderValues {
  const price = Auto.Precio;
  return {
    nombre: Interesado.Nombre ?? undefined,
    apellido: Interesado.Apellido ?? undefined,
    vehiculo: vehicleName(Auto) || undefined,
    precio: price && typeof price.Importe === 'number' ? formatMoney(price) : undefined,
    agencia: agencia ?? undefined,
    vendedor,
  };
}
