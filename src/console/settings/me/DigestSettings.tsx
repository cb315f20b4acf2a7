import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { DigestForm } from './DigestForm.tsx';
import { digestQuery } from './digest-queries.ts';

const DEFAULT_HOUR = 8;

export function DigestSettings() {
  const { i18n } = useLingui();
  const { data, error, refetch } = useQuery(digestQuery());
  if (!data) return error && <FailureAlert error={error} onRetry={() => void refetch()} />;
  const language = i18n.locale === 'en' ? 'en' : 'es';
  return <DigestForm saved={data.digest ?? { on: false, hour: DEFAULT_HOUR, language }} />;
}
