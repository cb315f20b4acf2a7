import { useLingui } from '@lingui/react/macro';
import Chip from '@mui/material/Chip';
import { useFormats } from '#console/ui/use-formats.ts';

interface Props {
  since: number | undefined;
  until: number | undefined;
  onRemove: () => void;
}

export function MomentFilter({ since, until, onRemove }: Props) {
  const { t } = useLingui();
  const format = useFormats();
  const formatRange = useMomentRange();
  if (since === undefined && until === undefined) return null;
  const [first, last] = [since ?? 0, (until ?? 0) - 1];
  const [date, text] = [format.moment(since ?? last), formatRange(first, last)];
  const label = until === undefined ? t`desde el ${date}` : since === undefined ? t`hasta el ${date}` : text;
  return <Chip label={label} aria-label={t`Quitar «${label}»`} onClick={onRemove} onDelete={onRemove} />;
}

export function useMomentRange(): (first: number, last: number) => string {
  const { t } = useLingui();
  const format = useFormats();
  return (firstAt, lastAt) => {
    const [first, last] = [format.moment(firstAt), format.moment(lastAt)];
    return first === last ? first : t`del ${first} al ${last}`;
  };
}
