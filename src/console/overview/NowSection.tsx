import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { type ReactNode, useId, useState } from 'react';
import { msg } from '@lingui/core/macro';
import type { OverviewNow, SilentAgency } from '#contract/desk/overview.ts';
import { SILENCE } from '#contract/overview.ts';
import { AgencyNameCell } from '#console/agencies/AgencyNameCell.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { type Column, DataTable } from '#console/ui/DataTable.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { FigureTile, FigureTiles } from './FigureTile.tsx';
import { useFigureText } from './figure-text.ts';
import { inquiriesLink } from './address.ts';

interface Props {
  now: OverviewNow;
  agencias: readonly string[];
  children?: ReactNode;
}

const MAX_OPEN = 5;

const { minExpected, weeks, minInquiries } = SILENCE;

export function NowSection({ now, agencias, children }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  const text = useFigureText();
  const silentId = useId();
  const { silent, refusedDeliveries, stoppedTopics, unansweredInvitations } = now;
  const [isSilentOpen, setSilentOpen] = useState(silent !== null && silent.length <= MAX_OPEN);
  const note = agencias.length > 0 && t`de todas las agencias`;
  const inquiries = [
    {
      label: t`Esperando`,
      count: now.waiting,
      to: inquiriesLink(agencias, { vista: 'esperando' }),
      definition: t`Ni ganadas, ni perdidas, ni pospuestas, y sin respuesta. También las que volvieron de una posposición y nadie cambió desde entonces.`,
    },
    {
      label: t`Tarde`,
      count: now.overdue,
      to: inquiriesLink(agencias, { vista: 'tarde' }),
      definition: t`Esperan, nunca se respondieron y ya pasó su plazo, que corre en los horarios de atención de cada agencia.`,
    },
    {
      label: t`Por vencer`,
      count: now.dueSoon,
      to: inquiriesLink(agencias, { seguimiento: 'por-vencer' }),
      definition: t`Esperan, y su plazo vence dentro de la próxima hora.`,
    },
    {
      label: t`Sin leer`,
      count: now.unread,
      to: inquiriesLink(agencias, { seguimiento: 'sin-leer' }),
      definition: t`Nuevas, que esperan y que todavía no abriste.`,
    },
    {
      label: t`Volvieron`,
      count: now.returned,
      to: inquiriesLink(agencias, { vista: 'pospuestas', seguimiento: 'volvio' }),
      definition: t`Terminó el tiempo por el que se pospusieron, siguen abiertas y nadie las cambió desde entonces.`,
    },
  ];
  return (
    <Section title={t`Ahora`}>
      <FigureTiles label={t`Ahora`}>
        {inquiries.map(({ label, count, to, definition }) => (
          <FigureTile key={label} label={label} value={text.number(count)} to={to} definition={definition} />
        ))}
        {children}
        {refusedDeliveries !== null && (
          <FigureTile
            label={t`Entregas rechazadas`}
            note={note}
            value={text.number(refusedDeliveries)}
            {...(may.includes('listDeliveries') && { to: paths.deliveries('outcome=refused&from=ayer') })}
            definition={t`Mensajes que llegaron a esta consola desde ayer a las 0 h y no pasaron la verificación.`}
          />
        )}
        {stoppedTopics !== null && (
          <FigureTile
            label={t`Avisos detenidos`}
            note={note}
            value={text.number(stoppedTopics)}
            {...(may.includes('listWebhooks') && { to: paths.webhooks('state=suspended') })}
            definition={t`Temas apagados, o que el servicio suspendió.`}
          />
        )}
        {unansweredInvitations !== null && (
          <FigureTile
            label={t`Invitaciones sin respuesta`}
            note={note}
            value={text.number(unansweredInvitations)}
            {...(may.includes('listInvitations') && { to: paths.invitations('state=unanswered') })}
            definition={t`Invitaciones de agencias sin registro una semana después del último envío.`}
          />
        )}
        {silent !== null && (
          <FigureTile
            label={t`Agencias en silencio`}
            value={text.number(silent.length)}
            toggle={
              silent.length > 0 && (
                <Button
                  aria-expanded={isSilentOpen}
                  aria-controls={silentId}
                  aria-label={t`Agencias en silencio: ${silent.length}`}
                  sx={{ fontSize: 20, minWidth: 0, minHeight: 0, lineHeight: 1.4, p: 0 }}
                  onClick={() => setSilentOpen(!isSilentOpen)}
                >
                  {text.number(silent.length)}
                </Button>
              )
            }
            definition={
              <Trans>
                A su ritmo habitual ya habrían recibido al menos {minExpected} consultas desde la última. El
                ritmo sale de las {weeks} semanas hasta esa consulta, por día de la semana y hora; con menos
                de {minInquiries} consultas en ese tiempo no se puede saber.
              </Trans>
            }
          />
        )}
      </FigureTiles>
      <div id={silentId} data-print="whole" hidden={!isSilentOpen}>
        {silent !== null && silent.length > 0 && <SilentAgencies agencies={silent} />}
      </div>
    </Section>
  );
}

const columns: readonly Column<SilentAgency>[] = [
  {
    name: 'agency',
    head: msg`Agencia`,
    Cell: SilentAgencyCell,
    lead: true,
    sortBy: ({ name, adminMail }) => name ?? adminMail,
  },
  {
    name: 'last',
    head: msg`Última consulta`,
    Cell: LastCell,
    width: '26%',
    sortBy: ({ lastAt }) => lastAt,
  },
  {
    name: 'expected',
    head: msg`Habría recibido`,
    Cell: ExpectedCell,
    width: '26%',
    sortBy: ({ expected }) => expected,
  },
];

function SilentAgencies({ agencies }: { agencies: readonly SilentAgency[] }) {
  const { t } = useLingui();
  return (
    <DataTable
      label={t`Agencias en silencio`}
      columns={columns}
      rows={agencies}
      getRowKey={({ adminMail }) => adminMail}
    />
  );
}

function SilentAgencyCell({ row: { adminMail, name } }: { row: SilentAgency }) {
  return <AgencyNameCell name={name} mail={adminMail} to={paths.agency(adminMail)} />;
}

function LastCell({ row: { lastAt } }: { row: SilentAgency }) {
  return lastAt === null ? <Trans>ninguna</Trans> : <Moment at={lastAt} />;
}

function ExpectedCell({ row: { expected } }: { row: SilentAgency }) {
  const text = useFigureText();
  return text.number(Math.round(expected * 10) / 10);
}
