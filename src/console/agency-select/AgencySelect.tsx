import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ToggleEvent, useId, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ALL_AGENCIES } from '#contract/queue-names.ts';
import { fold } from '#contract/search.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { updateSearch, setAgencies } from '#console/inquiries/inbox-address.ts';
import css from './AgencySelect.module.css';
import { type NamedAgency, useAgencies } from './use-agencies.ts';

interface Props {
  agencias: readonly string[];
  /** Whether the agencies may be asked for: the rows come first. */
  ready: boolean;
}

interface Choice {
  mail: string;
  label: string;
}

/** More than these are searched. */
const MANY = 8;

/** Chooses the agencies of the list: one, several or all. A person of one agency only sees its name. */
export function AgencySelect({ agencias, ready }: Props) {
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
  const known = agencies.map(labelled);
  const missing = agencias.filter((mail) => !isAll && !known.some((one) => isSame(one.mail, mail)));
  const choices = [...missing.map((mail) => ({ mail, label: mail })), ...known];
  const chosen = choices.find(({ mail }) => isSame(mail, agencia));
  const text = isAll
    ? t`Todas mis agencias`
    : agencias.length > 1
      ? t`${plural(agencias.length, { one: '# agencia', other: '# agencias' })}`
      : (chosen?.label ?? agencia);
  return (
    <div className={css.select}>
      <span id={`${id}-label`} className={css.label}>{t`Agencia`}</span>
      <button
        type="button"
        className={`button ${css.button}`}
        popoverTarget={id}
        aria-labelledby={`${id}-label ${id}-value`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <bdi id={`${id}-value`}>{text}</bdi>
      </button>
      <div
        id={id}
        popover="auto"
        className={css.menu}
        // Single keys stay with the page while it is closed.
        role={isOpen ? 'dialog' : undefined}
        aria-labelledby={`${id}-label`}
        onToggle={(event: ToggleEvent<HTMLElement>) => setOpen(event.newState === 'open')}
      >
        {isOpen && (
          <Menu
            agencias={agencias}
            choices={choices}
            close={() => document.getElementById(id)?.hidePopover()}
          />
        )}
      </div>
    </div>
  );
}

interface MenuProps {
  agencias: readonly string[];
  choices: readonly Choice[];
  close: () => void;
}

/** A name opens that agency alone; a box adds it to the list, or takes it out. */
function Menu({ agencias, choices, close }: MenuProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [sought, setSought] = useState('');
  const isAll = agencias[0] === ALL_AGENCIES;
  const isChosen = ({ mail }: Choice) => isAll || agencias.some((one) => isSame(one, mail));
  const show = (next: readonly string[]) => {
    // Operator and publication belong to the agency that is left.
    const rest = updateSearch(search, { operador: undefined, externalid: undefined });
    void navigate(paths.inquiries(setAgencies(new URLSearchParams(rest), next).toString()));
  };
  const toggle = (choice: Choice) => {
    const before = isAll ? choices.map(({ mail }) => mail) : agencias;
    const without = before.filter((mail) => !isSame(mail, choice.mail));
    const next = without.length < before.length ? without : [...before, choice.mail];
    if (next.length > 0) show(next.length === choices.length ? [ALL_AGENCIES] : next);
  };
  const found = choices.filter(({ label }) => fold(label).includes(fold(sought.trim())));
  return (
    <>
      {choices.length > MANY && (
        <input
          type="search"
          className={css.search}
          aria-label={t`Buscar una agencia`}
          placeholder={t`Buscar una agencia`}
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
      )}
      <button
        type="button"
        className={css.all}
        aria-pressed={isAll}
        onClick={() => {
          show([ALL_AGENCIES]);
          close();
        }}
      >
        {t`Todas mis agencias`}
      </button>
      <ul className={css.choices}>
        {found.map((choice) => (
          <li key={choice.mail}>
            <input
              type="checkbox"
              aria-label={t`En la lista: ${choice.label}`}
              checked={isChosen(choice)}
              onChange={() => toggle(choice)}
            />
            <button
              type="button"
              onClick={() => {
                show([choice.mail]);
                close();
              }}
            >
              <bdi>{choice.label}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function labelled({ mail, name }: NamedAgency): Choice {
  return { mail, label: name === mail ? mail : `${name} (${mail})` };
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
