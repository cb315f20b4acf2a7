import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, type ToggleEvent, useId, useState } from 'react';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { useSavedItems } from '#console/session/saved-items.ts';
import { useSession } from '#console/session/session.ts';
import { ExpandIcon } from '#console/ui/icons.tsx';
import { useListSearch } from '#console/ui/use-list-search.ts';
import { isSameMail } from '#contract/is-same-mail.ts';
import css from './AgencySelect.module.css';
import { type AgencyGroup, sortAgencies } from './sort-agencies.ts';
import { type NamedAgency, useAgencies } from './use-agencies.ts';

interface Props {
  agencias: readonly string[];
  /** The rows of the inbox come before the list of agencies. */
  ready: boolean;
  onChange: (agencias: readonly string[]) => void;
}

interface Choice extends Pick<NamedAgency, 'mail' | 'name'> {
  label: string;
}

export function AgencySelect({ agencias, ready, onChange }: Props) {
  const { t } = useLingui();
  const { agencies: bound } = useSession();
  const [agencia = ''] = agencias;
  const isAll = agencia === ALL_AGENCIES;
  const agencies = useAgencies(ready);
  const id = useId();
  const [isOpen, setOpen] = useState(false);

  if (bound?.length === 1)
    return (
      <p className={css.only}>
        <strong>{agencies[0]?.name}</strong>
      </p>
    );
  const knownChoices = agencies.map(toChoice);
  const missing = agencias.filter(
    (mail) => !isAll && !knownChoices.some((choice) => isSameMail(choice.mail, mail)),
  );
  const choices = [...missing.map((mail) => ({ mail, name: mail, label: mail })), ...knownChoices];
  const selected = choices.find(({ mail }) => isSameMail(mail, agencia));
  const text = isAll
    ? t`Todas mis agencias`
    : agencias.length > 1
      ? t`${plural(agencias.length, { one: '# agencia', other: '# agencias' })}`
      : (selected?.name ?? agencia);
  return (
    <div className={css.select}>
      <span id={`${id}-label`} className="visually-hidden">{t`Agencia`}</span>
      <button
        type="button"
        className={`button ${css.button}`}
        popoverTarget={id}
        aria-labelledby={`${id}-label ${id}-value`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={agencias.length === 1 ? selected?.mail : undefined}
      >
        <bdi id={`${id}-value`}>{text}</bdi>
        <ExpandIcon />
      </button>
      <div
        id={id}
        popover="auto"
        className={css.menu}
        // A dialog would take the page's single-key shortcuts.
        role={isOpen ? 'dialog' : undefined}
        aria-labelledby={`${id}-label`}
        onToggle={(event: ToggleEvent<HTMLElement>) => setOpen(event.newState === 'open')}
      >
        {isOpen && (
          <AgencyMenu
            {...{ agencias, choices, onChange }}
            onClose={() => document.getElementById(id)?.hidePopover()}
          />
        )}
      </div>
    </div>
  );
}

interface MenuProps extends Pick<Props, 'agencias' | 'onChange'> {
  choices: readonly Choice[];
  onClose: () => void;
}

function AgencyMenu({ agencias, choices, onChange, onClose }: MenuProps) {
  const { t } = useLingui();
  const [savedItems] = useState(useSavedItems());
  const { query, setQuery, isSearchable, matches } = useListSearch(
    sortAgencies(choices, ({ mail }) => mail, savedItems),
    ({ agency }) => agency.label,
  );
  const isAll = agencias[0] === ALL_AGENCIES;
  const isSelected = ({ mail }: Choice) => isAll || agencias.some((other) => isSameMail(other, mail));
  const select = (mail: string) => {
    onChange([mail]);
    onClose();
  };
  const toggle = (choice: Choice) => {
    const before = isAll ? choices.map(({ mail }) => mail) : agencias;
    const next = isSelected(choice)
      ? before.filter((mail) => !isSameMail(mail, choice.mail))
      : [...before, choice.mail];
    if (next.length > 0) onChange(next.length === choices.length ? [ALL_AGENCIES] : next);
  };
  const groupText: Record<AgencyGroup, string> = {
    pinned: t`Fijadas`,
    recent: t`Recientes`,
    other: t`Otras`,
  };
  const showsGroups = isSearchable && matches[0]?.group !== 'other';
  return (
    <>
      {isSearchable && (
        <input
          type="search"
          className={css.search}
          aria-label={t`Buscar una agencia`}
          placeholder={t`Buscar una agencia`}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      <button type="button" className={css.all} aria-pressed={isAll} onClick={() => select(ALL_AGENCIES)}>
        {t`Todas mis agencias`}
      </button>
      <p className={`caption ${css.group}`}>
        <Trans>La casilla la agrega o la quita; el nombre deja solo esa.</Trans>
      </p>
      <ul className={css.choices}>
        {matches.map(({ agency: choice, group }, at) => (
          <Fragment key={choice.mail}>
            {showsGroups && matches[at - 1]?.group !== group && (
              <li className={`caption ${css.group}`}>{groupText[group]}</li>
            )}
            <li>
              <input
                type="checkbox"
                aria-label={t`En la lista: ${choice.label}`}
                checked={isSelected(choice)}
                onChange={() => toggle(choice)}
              />
              <button type="button" onClick={() => select(choice.mail)}>
                <bdi>{choice.label}</bdi>
              </button>
            </li>
          </Fragment>
        ))}
      </ul>
    </>
  );
}

function toChoice({ mail, name }: NamedAgency): Choice {
  return { mail, name, label: name === mail ? mail : `${name} (${mail})` };
}
