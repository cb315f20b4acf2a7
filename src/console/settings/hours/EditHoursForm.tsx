import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { memo, useEffect } from 'react';
import * as z from 'zod/mini';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import type { AgencyHours } from '#contract/desk/hours.ts';
import { addDays, dayAt } from '#contract/window.ts';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { useVersionedForm } from '#console/forms/use-versioned-form.ts';
import { VersionedForm } from '#console/forms/VersionedForm.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { useSession } from '#console/session/session.ts';
import { PickersLocale } from '#console/ui/PickersLocale.tsx';
import { DefaultHoursNotice } from './DefaultHoursNotice.tsx';
import { HolidaysField } from './HolidaysField.tsx';
import {
  type HoursForm,
  HoursInput,
  changesPast,
  copyMondayToWeekdays,
  isSameHours,
  sortIntervals,
  toFieldName,
  toFormValues,
  useHoursForm,
} from './hours-form.ts';
import { fetchHours, recentFiguresQuery, saveHours } from './hours-queries.ts';
import { useHoursText } from './hours-text.ts';
import { HoursColumns } from './HoursColumns.tsx';
import { HoursExamples } from './HoursExamples.tsx';
import { ResponseTimeFields } from './ResponseTimeFields.tsx';
import { TimeZoneField } from './TimeZoneField.tsx';
import { DayFields } from './DayFields.tsx';

/** It is memoized, since typing in other inputs of the form must not render its many inputs. */
const WeekFields = memo(function WeekFields({ form }: { form: HoursForm }) {
  const { weekdays } = useHoursText();
  const copyMonday = () => {
    form.setValue('week', copyMondayToWeekdays(form.getValues('week')));
    form.clearErrors('week');
  };
  return (
    <PickersLocale>
      {weekdays.map((name, weekday) => (
        <DayFields key={name} form={form} name={name} weekday={weekday}>
          {weekday === 0 && (
            <Button size="small" color="inherit" onClick={copyMonday}>
              <Trans>Copiar el lunes a martes–viernes</Trans>
            </Button>
          )}
        </DayFields>
      ))}
    </PickersLocale>
  );
});

const FIGURES_DAYS = 90;

/** Says before saving that figures of past days follow the new hours. */
function RecalculationNotice({ agencia }: { agencia: string }) {
  const { timeZone } = useSession();
  const today = dayAt(useNow(), timeZone);
  const period = { desde: addDays(today, 1 - FIGURES_DAYS), hasta: today };
  const figures = useQuery(recentFiguresQuery(agencia, period)).data;
  const inquiries = figures?.totals.inquiries ?? 0;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Alert's own role would be an alert
    <Alert severity="info" variant="outlined" role="status">
      <Trans>
        Al guardar, los vencimientos y los tiempos de respuesta de esta agencia se calculan de nuevo con estos
        horarios, también los de días que pasaron.
      </Trans>{' '}
      {inquiries > 0 && (
        <Plural
          value={inquiries}
          one="De los últimos 90 días, # consulta."
          other="De los últimos 90 días, # consultas."
        />
      )}
    </Alert>
  );
}

interface Props {
  agencia: string;
  agencyHours: AgencyHours;
  onDirtyChange: (isDirty: boolean) => void;
}

export function EditHoursForm({ agencia, agencyHours, onDirtyChange }: Props) {
  const { t } = useLingui();
  const text = useHoursText();
  const form = useHoursForm(toFormValues(agencyHours.hours));
  const edit = useVersionedForm({
    form,
    current: agencyHours,
    toValues: ({ hours }) => toFormValues(hours),
    isEqual: isSameHours,
    save: (values, version) =>
      runMutation(saveHours, { adminMail: agencia, hours: z.parse(HoursInput, values), version }),
    fetchCurrent: () => fetchHours(agencia),
    onError: (error) => setFormErrors(error, form.setError, ['zone', 'target', 'warning'], toFieldName),
  });
  const { isDirty, values } = edit;
  useEffect(() => {
    onDirtyChange(isDirty);
    return () => onDirtyChange(false);
  }, [onDirtyChange, isDirty]);
  const today = dayAt(useNow(), values.zone || 'UTC');
  const rewritesPast = changesPast(toFormValues(agencyHours.hours), values, today);
  const describe = ({ zone, week, holidays, target, warning }: HoursInput) => ({
    ...Object.fromEntries(week.map((day, weekday) => [text.weekdays[weekday], text.day(sortIntervals(day))])),
    [t`Zona horaria`]: text.zone(zone),
    [t`Feriados`]: holidays.toSorted().map(text.date).join(' · ') || t`ninguno`,
    [t`Responder en (minutos)`]: target,
    [t`Avisar a los (minutos)`]: warning,
  });

  return (
    <VersionedForm
      form={form}
      edit={edit}
      describe={describe}
      savedNotice={t`Se guardaron los horarios.`}
      notices={edit.version === 0 && <DefaultHoursNotice />}
      onBeforeSubmit={() => form.setValue('week', form.getValues('week').map(sortIntervals))}
    >
      <HoursColumns
        aside={
          <>
            <Section
              title={t`Tiempo para responder`}
              description={<Trans>En minutos de atención: los que la agencia está abierta.</Trans>}
            >
              <ResponseTimeFields form={form} />
            </Section>
            <HoursExamples hours={z.safeParse(HoursInput, values).data} />
            <Section title={t`Feriados`}>
              <HolidaysField form={form} zone={values.zone} />
            </Section>
          </>
        }
      >
        <Section title={t`Semana`}>
          <WeekFields form={form} />
          <TimeZoneField form={form} />
        </Section>
      </HoursColumns>
      {isDirty && rewritesPast && <RecalculationNotice agencia={agencia} />}
    </VersionedForm>
  );
}
