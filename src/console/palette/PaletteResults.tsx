import { useLingui, Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type ComponentType, type MouseEvent, memo, useEffect } from 'react';
import { KeySequence } from '#console/shortcuts/KeySequence.tsx';
import {
  AgenciesIcon,
  BookmarkIcon,
  CatalogIcon,
  InboxIcon,
  InfoIcon,
  KeyboardIcon,
  NextIcon,
  PeopleIcon,
  PinIcon,
  TraceIcon,
  WebhooksIcon,
} from '#console/ui/icons.tsx';
import {
  type Kind,
  type PaletteGroup,
  type PaletteItem,
  canBePinned,
  type GroupName,
} from './palette-items.ts';
import css from './Palette.module.css';
import type { SourceFailure } from './use-loaded-items.ts';

const ICONS: Record<Kind, ComponentType> = {
  act: KeyboardIcon,
  page: NextIcon,
  view: BookmarkIcon,
  agency: AgenciesIcon,
  person: PeopleIcon,
  topic: WebhooksIcon,
  catalog: CatalogIcon,
  inquiry: InboxIcon,
  city: CatalogIcon,
  help: InfoIcon,
  trace: TraceIcon,
};

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

interface OptionsProps {
  listId: string;
  groups: readonly PaletteGroup[];
  activeIndex: number;
  pinned: readonly string[];
  onActivate: (id: string) => void;
  onChoose: (item: PaletteItem) => void;
  onTogglePin: (id: string) => void;
}

export function PaletteOptions({ listId, groups, activeIndex, pinned, ...props }: OptionsProps) {
  const { t } = useLingui();
  const text = useGroupText();
  const options = groups.flatMap(({ items }) => items);
  useEffect(() => {
    const option = document.getElementById(optionId(listId, activeIndex));
    const isFirst = option?.previousElementSibling?.getAttribute('role') === 'presentation';
    (isFirst ? option?.parentElement : option)?.scrollIntoView({ block: 'nearest' });
  }, [listId, activeIndex]);

  const findItem = ({ target }: MouseEvent) => {
    const option = (target as Element).closest<HTMLElement>('[role=option]');
    return options[Number(option?.dataset.index ?? -1)];
  };
  const onClick = (event: MouseEvent) => {
    const item = findItem(event);
    if (!item) return;
    if ((event.target as Element).closest('[data-pin]')) props.onTogglePin(item.id);
    else if (item.to !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    else props.onChoose(item);
    event.preventDefault();
  };
  const formatShare = (shown: number, total: number) => t`${shown} de ${total}`;
  const offsets = groups.map((_, at) => groups.slice(0, at).flatMap(({ items }) => items).length);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox has the keys
    <div
      id={listId}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of a combobox
      role="listbox"
      tabIndex={-1}
      className={css.list}
      aria-label={t`Resultados`}
      onClick={onClick}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={(event) => {
        const item = findItem(event);
        if (item) props.onActivate(item.id);
      }}
    >
      {groups.map(({ name, items, total }, at) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options
        <div key={name} role="group" aria-labelledby={`${listId}-${name}`}>
          <div id={`${listId}-${name}`} role="presentation" className={css.heading}>
            {text[name]}
            {total > items.length && <span>{formatShare(items.length, total)}</span>}
          </div>
          {items.map((item, place) => {
            const index = (offsets[at] ?? 0) + place;
            return (
              <Option
                key={item.id}
                id={optionId(listId, index)}
                index={index}
                item={item}
                isActive={index === activeIndex}
                isPinned={pinned.includes(item.id)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface ItemProps {
  id: string;
  index: number;
  item: PaletteItem;
  isActive: boolean;
  isPinned: boolean;
}

/** An item is a link, so that the browser can open it in another tab. */
const Option = memo(function Option({ id, index, item, isActive, isPinned }: ItemProps) {
  const { t } = useLingui();
  const { kind, label, detail, to, keys } = item;
  const KindIcon = ICONS[kind];
  const content = (
    <>
      <KindIcon />
      <span className={css.text}>
        <bdi className={css.label}>{label}</bdi> {detail && <bdi className={css.detail}>{detail}</bdi>}
        {isPinned && <span className="visually-hidden"> {t`Fijado`}</span>}
      </span>
      {keys?.[0] !== undefined && (
        <span className={css.keys}>
          <KeySequence keys={keys[0]} />
        </span>
      )}
      {canBePinned(item) && (
        <span data-pin="" className={css.pin} data-pinned={isPinned} aria-hidden="true">
          <PinIcon />
        </span>
      )}
    </>
  );
  const props = {
    id,
    role: 'option',
    tabIndex: -1,
    className: css.option,
    'aria-selected': isActive,
    'data-index': index,
  };
  return to === undefined ? (
    <div {...props}>{content}</div>
  ) : (
    <a {...props} href={to}>
      {content}
    </a>
  );
});

interface NoticesProps {
  query: string;
  failures: readonly SourceFailure[];
  isEmpty: boolean;
  isPending: boolean;
  isIndexComplete: boolean;
}

/** The notice says that nothing matches only where everything was searched. */
export function PaletteNotices({ query, failures, isEmpty, isPending, isIndexComplete }: NoticesProps) {
  const { t, i18n } = useLingui();
  const text = useGroupText();
  const names = [...new Set(failures.map(({ kind }) => text[kind]))];
  const list = new Intl.ListFormat(i18n.locale).format(names);
  const search = query.trim();
  const sentence = isPending
    ? t`Buscando consultas…`
    : isEmpty && failures.length === 0
      ? t`Nada coincide con «${search}».`
      : undefined;
  return (
    <>
      {failures.length > 0 && (
        <Alert
          severity="error"
          sx={{ flex: 'none', borderRadius: 0 }}
          action={
            <Button
              size="small"
              color="inherit"
              onClick={() => {
                for (const { retry } of failures) retry();
              }}
            >
              <Trans>Reintentar</Trans>
            </Button>
          }
        >
          {t`No se pudo buscar en: ${list}.`}
        </Alert>
      )}
      {sentence && <output className={css.sentence}>{sentence}</output>}
      {!isIndexComplete && (
        <p className={css.sentence}>
          <Trans>Puede faltar alguna consulta: todavía se están cargando todas.</Trans>
        </p>
      )}
    </>
  );
}

export function useGroupText(): Record<GroupName, string> {
  const { t } = useLingui();
  return {
    pinned: t`Fijados`,
    recent: t`Recientes`,
    act: t`Acciones`,
    page: t`Páginas`,
    view: t`Vistas`,
    agency: t`Agencias`,
    person: t`Personas`,
    topic: t`Avisos`,
    catalog: t`Catálogos`,
    inquiry: t`Consultas`,
    city: t`Ciudades`,
    help: t`Ayuda`,
    trace: t`Rastrear`,
  };
}
