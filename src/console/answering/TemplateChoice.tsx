import { Trans, useLingui } from '@lingui/react/macro';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Template } from '#contract/desk/templates.ts';
import { FailurePanel } from '#console/ui/FailurePanel.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { templateListQuery } from '#console/settings/templates/template-queries.ts';
import css from './ReplyPicker.module.css';

interface Props {
  /** Id of the template that the reply came from. */
  chosen: string;
  /** A template's text with everything that is known put in. */
  filled: (template: Template) => string;
  onChoose: (template: Template) => void;
  /** There is none to choose. */
  onNone: () => void;
}

/** The person's templates and shared ones: typing narrows them, Enter takes the first, arrows go through them. */
export function TemplateChoice({ chosen, filled, onChoose, onNone }: Props) {
  const { t } = useLingui();
  const { person } = useSession();
  const { data, error, isPending, refetch } = useQuery(templateListQuery());
  const [sought, setSought] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const none = data?.templates.length === 0;
  useEffect(() => {
    if (none) onNone();
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [none]);
  if (error && !data) return <FailurePanel error={error} onRetry={() => void refetch()} />;

  const templates = data?.templates ?? [];
  const found = templates.filter(({ name, text }) => folded(`${name} ${text}`).includes(folded(sought)));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const present = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(present + step + buttons.length) % buttons.length]?.focus();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const [first] = found;
    if (first) onChoose(first);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows go from button to button in it
    <form className={css.choice} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      {!none && (
        <TextField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for it
          autoFocus
          label={t`Buscar plantilla`}
          value={sought}
          onChange={({ target }) => setSought(target.value)}
          slotProps={{ htmlInput: { autoComplete: 'off', enterKeyHint: 'go' } }}
        />
      )}
      <ul className={css.list} ref={list} aria-label={t`Plantillas`}>
        {found.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              className={css.option}
              aria-pressed={template.id === chosen}
              onClick={() => onChoose(template)}
            >
              <bdi className={css.name}>{template.name}</bdi>
              <span className={css.of}>
                {template.by.id === person.id ? t`tuya` : t`de ${template.by.name}`}
              </span>
              <bdi className={css.line}>{filled(template).replaceAll(/\s+/g, ' ')}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {isPending && (
        <output className={css.note}>
          <Trans>Cargando las plantillas</Trans>
        </output>
      )}
      {none && (
        <p className={css.note}>
          <Trans>
            Todavía no hay plantillas. Podés escribir el mensaje igual, o{' '}
            <Link to={paths.templates()}>preparar una</Link>.
          </Trans>
        </p>
      )}
      {templates.length > 0 && found.length === 0 && (
        <output className={css.note}>
          <Trans>Ninguna plantilla dice «{sought}».</Trans>
        </output>
      )}
    </form>
  );
}

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
