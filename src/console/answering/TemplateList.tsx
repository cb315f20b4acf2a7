import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type SubmitEvent, useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import type { Template } from '#contract/desk/templates.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { templateListQuery } from '#console/settings/templates/template-queries.ts';
import { FailurePanel } from '#console/ui/FailurePanel.tsx';
import { useListSearch } from '#console/ui/use-list-search.ts';

interface Props {
  selectedId: string;
  preview: (template: Template) => string;
  onSelect: (template: Template) => void;
  onEmpty: () => void;
}

export function TemplateList({ selectedId, preview, onSelect, onEmpty }: Props) {
  const { t } = useLingui();
  const { person } = useSession();
  const { data, error, isPending, refetch } = useQuery(templateListQuery());
  const templates = data?.templates ?? [];
  const {
    query: search,
    setQuery: setSearch,
    matches,
  } = useListSearch(templates, ({ name, text }) => `${name} ${text}`);
  const list = useRef<HTMLUListElement>(null);
  const isEmpty = data?.templates.length === 0;
  const notifyEmpty = useEffectEvent(onEmpty);
  useEffect(() => {
    if (isEmpty) notifyEmpty();
  }, [isEmpty]);
  if (error && !data) return <FailurePanel error={error} onRetry={() => void refetch()} />;

  const moveFocus = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(index + step + buttons.length) % buttons.length]?.focus();
  };
  const selectFirst = (event: SubmitEvent) => {
    event.preventDefault();
    const [first] = matches;
    if (first) onSelect(first);
  };

  return (
    <Box
      component="form"
      onSubmit={selectFirst}
      onKeyDown={moveFocus}
      sx={{ display: 'grid', gap: 1, alignContent: 'start', minWidth: 0 }}
    >
      {!isEmpty && (
        <TextField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just opened the dialog
          autoFocus
          label={t`Buscar plantilla`}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          slotProps={{ htmlInput: { autoComplete: 'off', enterKeyHint: 'go' } }}
        />
      )}
      <List
        ref={list}
        disablePadding
        aria-label={t`Plantillas`}
        sx={{ maxHeight: { xs: 168, md: 420 }, overflow: 'auto' }}
      >
        {matches.map((template) => (
          <ListItem key={template.id} disablePadding divider>
            <ListItemButton
              component="button"
              selected={template.id === selectedId}
              aria-pressed={template.id === selectedId}
              onClick={() => onSelect(template)}
            >
              <ListItemText
                primary={<bdi>{template.name}</bdi>}
                secondary={<bdi>{preview(template).replaceAll(/\s+/g, ' ')}</bdi>}
                slotProps={{ primary: { noWrap: true }, secondary: { noWrap: true } }}
              />
              <Typography variant="caption" color="textSecondary">
                {template.by.id === person.id ? t`tuya` : t`de ${template.by.name}`}
              </Typography>
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      <Typography variant="body2" color="textSecondary" component="output">
        {isPending && <Trans>Cargando las plantillas</Trans>}
        {isEmpty && (
          <Trans>
            Todavía no hay plantillas. Podés escribir el mensaje igual, o{' '}
            <Link to={paths.templates()}>preparar una</Link>.
          </Trans>
        )}
        {templates.length > 0 && matches.length === 0 && <Trans>Ninguna plantilla dice «{search}».</Trans>}
      </Typography>
    </Box>
  );
}
