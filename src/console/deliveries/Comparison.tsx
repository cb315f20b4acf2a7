import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { ComparedTable } from '#console/ui/ComparedTable.tsx';
import { Value } from '#console/ui/Facts.tsx';
import parts from '#console/ui/parts.module.css';
import { type ComparedMember, compared } from './compared.ts';
import { inquiryNow } from './deliveries-queries.ts';
import css from './delivery.module.css';
import { parsed } from './payload.ts';

interface Props {
  adminMail: string;
  sid: string;
  payload: string;
}

/** Member by member: what the delivery brought, and what the service says now. */
export function Comparison({ adminMail, sid, payload }: Props) {
  const { t } = useLingui();
  const { data, error, isPending, refetch } = useQuery(inquiryNow(adminMail, sid));
  return (
    <section className={css.section} aria-label={t`Comparación`}>
      <h2>
        <Trans>Comparada con la consulta como se lee ahora</Trans>
      </h2>
      {isPending && (
        <output className={parts.soft}>
          <Trans>Cargando la consulta</Trans>
        </output>
      )}
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && <Members {...compared(parsed(payload), data)} />}
    </section>
  );
}

function Members({ differing, same }: ReturnType<typeof compared>) {
  const { t } = useLingui();
  const equal = same.length;
  const different = differing.length;
  return (
    <>
      <p>
        {different === 0 ? (
          <Trans>Dice lo mismo en todos sus campos.</Trans>
        ) : (
          t`${plural(different, { one: '# campo es distinto:', other: '# campos son distintos:' })}`
        )}
      </p>
      {different > 0 && <MemberTable label={t`Campos distintos`} members={differing} />}
      {equal > 0 && (
        <details>
          <summary>{t`${plural(equal, { one: '# campo igual', other: '# campos iguales' })}`}</summary>
          <MemberTable label={t`Campos iguales`} members={same} />
        </details>
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
      rows={members.map(({ path, sent, now }) => ({
        name: path,
        sides: [<Value key="sent" value={sent} />, <Value key="now" value={now} />],
      }))}
    />
  );
}
