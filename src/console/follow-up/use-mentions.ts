import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { MAX_MENTIONS } from '#contract/follow-up/note-change.ts';
import { useSession } from '#console/session/session.ts';
import { useDraft } from '#console/ui/drafts.ts';
import { draftNames } from './change-storage.ts';
import { useFollowUpContext } from './follow-up-context.tsx';
import { colleaguesQuery } from './follow-up-queries.ts';
import {
  type MentionQuery,
  findMentionQuery,
  findMentioned,
  insertMention,
  parseChosen,
} from './mentions.ts';
import type { PersonRef } from './timeline-reducer.ts';

/** decided: further people are found by more letters of their names. */
const MAX_OFFERED = 6;

interface Options {
  field: RefObject<HTMLTextAreaElement | null>;
  operator: string | null | undefined;
  text: string;
  setText: (text: string) => void;
}

export function useMentions({ field, operator, text, setText }: Options) {
  const { person } = useSession();
  const { inquiryKey } = useFollowUpContext();
  const listId = useId();
  const [draft, setDraft] = useDraft(draftNames(inquiryKey).mentions);
  const [query, setQuery] = useState<MentionQuery>();
  const [activeIndex, setActiveIndex] = useState(0);
  const { data } = useQuery({
    ...colleaguesQuery(inquiryKey.adminMail, operator, query?.name ?? ''),
    enabled: query !== undefined,
  });
  const people = query
    ? (data?.colleagues ?? []).filter(({ id }) => id !== person.id).slice(0, MAX_OFFERED)
    : [];
  const isOpen = people.length > 0;
  const close = () => setQuery(undefined);
  const choose = (chosen: PersonRef) => {
    if (!query) return;
    const next = insertMention(text, query, chosen);
    setDraft(JSON.stringify([...parseChosen(draft), chosen]));
    close();
    flushSync(() => setText(next.text));
    field.current?.setSelectionRange(next.caret, next.caret);
  };
  const handleKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    if (!isOpen || ctrlKey || metaKey) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const active = people[activeIndex] ?? people[0];
    if (step) setActiveIndex((activeIndex + step + people.length) % people.length);
    else if ((key === 'Enter' || key === 'Tab') && active) choose(active);
    else if (key === 'Escape') close();
    else {
      if (key.startsWith('Arrow') || key === 'Home' || key === 'End') close();
      return false;
    }
    return true;
  };
  return {
    people,
    isOpen,
    listId,
    activeIndex,
    choose,
    close,
    handleKey,
    update: (value: string, caret: number) => {
      setQuery(findMentionQuery(value, caret));
      setActiveIndex(0);
    },
    mentions: findMentioned(text, parseChosen(draft))
      .slice(0, MAX_MENTIONS)
      .map(({ id }) => id),
  };
}
