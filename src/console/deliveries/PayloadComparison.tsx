import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ComparedTable } from '#console/ui/ComparedTable.tsx';
import { Value } from '#console/ui/Facts.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Section } from '#console/ui/Section.tsx';
import { Collapsible } from './Collapsible.tsx';
import { type ComparedMember, type Comparison, compareMembers, parsePayload } from './payload.ts';
import { currentInquiryQuery } from './delivery-queries.ts';

interface Props {
  adminMail: string;
  sid: string;
  payload: string;
}

export function PayloadComparison({ adminMail, sid, payload }: Props) {
  const { t } = useLingui();
  const { data, error, isPending, refetch } = useQuery(currentInquiryQuery(adminMail, sid));
  return (
    <Section title={t`Comparada con la consulta como se lee ahora`}>
      {isPending && (
        <Typography component="output" color="textSecondary">
          <Trans>Cargando la consulta</Trans>
        </Typography>
      )}
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && <ComparisonResult comparison={compareMembers(parsePayload(payload), data)} />}
    </Section>
  );
}

function ComparisonResult({ comparison: { differing, same } }: { comparison: Comparison }) {
  const { t } = useLingui();
  const different = differing.length;
  const equal = same.length;
  return (
    <>
      <Typography>
        {different === 0 ? (
          <Trans>Dice lo mismo en todos sus campos.</Trans>
        ) : (
          t`${plural(different, { one: '# campo es distinto:', other: '# campos son distintos:' })}`
        )}
      </Typography>
      {different > 0 && <MemberTable label={t`Campos distintos`} members={differing} />}
      {equal > 0 && (
        <Collapsible title={t`${plural(equal, { one: '# campo igual', other: '# campos iguales' })}`}>
          <MemberTable label={t`Campos iguales`} members={same} />
        </Collapsible>
      )}
    </>
  );
}

function MemberTable({ label, members }: { label: string; members: ComparedMember[] }) {
  const { t } = useLingui();
  return (
    <ComparedTable
      label={label}
      heads={[t`Campo`, t`En la entrega`, t`Ahora`]}
      rows={members.map(({ path, sent, current }) => ({
        name: path,
        sides: [<Value key="sent" value={sent} />, <Value key="current" value={current} />],
      }))}
    />
  );
}
