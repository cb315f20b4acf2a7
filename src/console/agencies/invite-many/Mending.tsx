import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { MatchCandidate, MatchedEntry } from '#contract/desk/matching.ts';
import { EntryAutocomplete } from '#console/catalogs/column/EntryAutocomplete.tsx';
import { useRegions } from '#console/catalogs/regions.ts';
import { formatEntry, toPoints } from '#console/table-file/candidates.ts';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { toPlaceMend } from './check-place.ts';
import type { FaultGroup } from './check-rows.ts';
import { useInviteManyText } from './invite-many-text.ts';
import { type Member, type Values, listAlternatives } from './members.ts';

interface TextProps {
  group: FaultGroup;
  member: Member;
  rowName: string;
  onMend: (values: Values) => void;
  onRestore: () => void;
}

export function TextMending({ group, member, rowName, onMend, onRestore }: TextProps) {
  const { t } = useLingui();
  const text = useInviteManyText();
  const { value, kind, isMended, original } = group;
  const [draft, setDraft] = useState(value);
  const memberName = text.member[member];
  const isFaulty = isMended && kind !== undefined;
  const apply = () => {
    if (draft.trim() !== value) onMend({ [member]: draft.trim() });
  };
  return (
    <Stack
      component="form"
      direction="row"
      sx={{ flexWrap: 'wrap', alignItems: 'start', gap: 1 }}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextField
        size="small"
        value={draft}
        error={isFaulty}
        helperText={isFaulty && text.fault(member, kind)}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={apply}
        slotProps={{ htmlInput: { 'aria-label': `${memberName}, ${rowName}`, autoComplete: 'off' } }}
        sx={{ flex: '1 1 220px', maxWidth: { sm: 420 } }}
      />
      {isMended && kind === undefined ? (
        <Mended
          value={value}
          undoLabel={t`Deshacer la corrección de ${memberName}, ${rowName}`}
          onRestore={() => {
            onRestore();
            setDraft(original);
          }}
        />
      ) : (
        <>
          {listAlternatives(member, original).map((alternative) => (
            <Button
              key={alternative}
              size="small"
              variant="outlined"
              onClick={() => {
                onMend({ [member]: alternative });
                setDraft(alternative);
              }}
            >
              <bdi>{alternative}</bdi>
            </Button>
          ))}
          <Button size="small" type="submit" variant="outlined">
            <Trans>Corregir</Trans>
          </Button>
          {member !== 'AdminMail' && (
            <Button
              size="small"
              color="inherit"
              aria-label={t`Dejar vacío: ${memberName}, ${rowName}`}
              onClick={() => {
                onMend({ [member]: '' });
                setDraft('');
              }}
            >
              <Trans>Dejar vacío</Trans>
            </Button>
          )}
        </>
      )}
    </Stack>
  );
}

interface PlaceProps {
  group: FaultGroup;
  isLookingUp: boolean;
  onMend: (values: Values) => void;
  onRestore: () => void;
}

export function PlaceMending({ group, isLookingUp, onMend, onRestore }: PlaceProps) {
  const { t } = useLingui();
  const { member, original, value, kind, candidates } = group;
  const [isChoosing, setChoosing] = useState(false);
  // The pressed button is gone after mending, so the button that undoes it takes the focus.
  const [wasMendedHere, setMendedHere] = useState(false);
  const mend = (values: Values) => {
    setChoosing(false);
    setMendedHere(true);
    onMend(values);
  };
  const choose = (entry: MatchedEntry) => mend(toPlaceMend(group, entry));
  if (kind === undefined)
    return (
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {value !== '' && <bdi>{value}</bdi>}
        <Mended
          value={value}
          undoLabel={t`Deshacer la corrección de «${original}»`}
          takesFocus={wasMendedHere}
          onRestore={onRestore}
        />
      </Stack>
    );
  const [best, next] = candidates ?? [];
  return (
    <>
      {best ? (
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <AcceptButton candidate={best} original={original} isBest onClick={() => choose(best.entry)} />
          {next && <AcceptButton candidate={next} original={original} onClick={() => choose(next.entry)} />}
        </Stack>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {candidates ? (
            <Trans>Nada parecido en el catálogo.</Trans>
          ) : isLookingUp ? (
            <Trans>Buscando en el catálogo…</Trans>
          ) : (
            <Trans>No se pudo buscar en el catálogo.</Trans>
          )}
        </Typography>
      )}
      {isChoosing && member === 'Ciudad' ? (
        <EntryAutocomplete
          catalog="city"
          label={t`Ciudad para «${original}»`}
          candidates={(candidates ?? []).map(({ entry }) => entry)}
          onChoose={choose}
          onClose={() => setChoosing(false)}
        />
      ) : (
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {member === 'Ciudad' ? (
            <Button
              size="small"
              aria-label={t`Elegir otra para «${original}»`}
              onClick={() => setChoosing(true)}
            >
              <Trans>Elegir otra</Trans>
            </Button>
          ) : (
            <RegionSelect original={original} onChoose={(name) => mend({ Region: name })} />
          )}
          <Button
            size="small"
            color="inherit"
            aria-label={t`Dejar vacío: «${original}»`}
            onClick={() => mend({ [member]: '' })}
          >
            <Trans>Dejar vacío</Trans>
          </Button>
        </Stack>
      )}
    </>
  );
}

interface AcceptProps {
  candidate: MatchCandidate;
  original: string;
  isBest?: boolean;
  onClick: () => void;
}

function AcceptButton({ candidate: { entry, score }, original, isBest = false, onClick }: AcceptProps) {
  const { t } = useLingui();
  const name = formatEntry(entry);
  const points = toPoints(score);
  return (
    <Button
      size="small"
      variant="outlined"
      color={isBest ? 'primary' : 'inherit'}
      aria-label={t`${name} · ${points}: aceptar para «${original}»`}
      onClick={onClick}
    >
      {name} · {points}
    </Button>
  );
}

function RegionSelect({ original, onChoose }: { original: string; onChoose: (name: string) => void }) {
  const { t } = useLingui();
  const regions = useRegions();
  return (
    <TextField
      select
      size="small"
      label={t`Provincia para «${original}»`}
      value=""
      onChange={({ target }) => onChoose(target.value)}
      sx={{ minWidth: 220 }}
    >
      {regions
        .map(({ name }) => name)
        .toSorted((a, b) => a.localeCompare(b, 'es'))
        .map((name) => (
          <MenuItem key={name} value={name}>
            {name}
          </MenuItem>
        ))}
    </TextField>
  );
}

interface MendedProps {
  value: string;
  undoLabel: string;
  takesFocus?: boolean;
  onRestore: () => void;
}

function Mended({ value, undoLabel, takesFocus, onRestore }: MendedProps) {
  return (
    <>
      <StatusChip tone="good">
        {value === '' ? <Trans>Se deja vacío</Trans> : <Trans>Corregido</Trans>}
      </StatusChip>
      <Button
        size="small"
        color="inherit"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that was pressed
        autoFocus={takesFocus}
        aria-label={undoLabel}
        onClick={onRestore}
      >
        <Trans>Deshacer</Trans>
      </Button>
    </>
  );
}
