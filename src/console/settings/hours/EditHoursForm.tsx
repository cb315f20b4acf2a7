import { Trans, useLingui } from '@lingui/react/macro';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { type AgencyHours, COMPARED_DAYS } from '#contract/desk/hours.ts';
import type { Hours, SettableHours } from '#contract/hours.ts';
import { dayAt, isCalendarDay } from '#contract/window.ts';
import { suggest } from '#matching/suggest.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { useVersionedForm } from '#console/forms/use-versioned-form.ts';
import { VersionedForm } from '#console/forms/VersionedForm.tsx';
import { Columns } from '#console/ui/Columns.tsx';
import { DateField } from '#console/ui/DateField.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { WeekFields } from './WeekFields.tsx';
import { HolidaysField } from './HolidaysField.tsx';
import {
  type HoursForm,
  HoursInput,
  isSameHours,
  sortIntervals,
  toHoursInput,
  useHoursForm,
} from './hours-form.ts';
import { fetchHours, hoursEffectQuery, saveHours } from './hours-queries.ts';
import { useHoursText } from './hours-text.ts';
import { HoursExamples } from './HoursExamples.tsx';

function EffectSentence({ agencia, hours }: { agencia: string; hours: SettableHours }) {
  const format = useFormats();
  const { data } = useQuery({ ...hoursEffectQuery(agencia, hours), placeholderData: keepPreviousData });
  if (!data || data.answered === 0) return null;
  const percent = (count: number) => format.percent(count / data.answered);
  return (
    <Trans>
      Con estos horarios, en los últimos {COMPARED_DAYS} días {percent(data.inTimeWith)} de las respuestas
      habría llegado a tiempo, en lugar de {percent(data.inTime)}.
    </Trans>
  );
}

interface ChangeProps {
  agencia: string;
  before: Hours;
  after: SettableHours | undefined;
  today: string;
  day: string;
  onDayChange: (day: string) => void;
}

function ChangeSection({ agencia, before, after, today, day, onDayChange }: ChangeProps) {
  const { t } = useLingui();
  const text = useHoursText();
  const [open, openBefore] = [after, before].map((hours) => hours && text.weekTotal(hours.week));
  return (
    <Section title={t`Desde cuándo valen`}>
      <Box sx={{ maxWidth: 240 }}>
        <DateField
          label={t`Valen desde`}
          value={day}
          error={!isCalendarDay(day) || day < today}
          helperText={(!isCalendarDay(day) || day < today) && t`Elegí hoy o un día que viene.`}
          onChange={onDayChange}
        />
      </Box>
      {after && isCalendarDay(day) && day >= today && (
        <output>
          <Trans>
            Desde el {text.date(day)}: {open} de atención por semana (antes {openBefore}) y {after.target}{' '}
            minutos para responder (antes {before.target}).
          </Trans>{' '}
          <Trans>Los días anteriores conservan sus horarios: sus vencimientos y sus cifras no cambian.</Trans>{' '}
          <EffectSentence agencia={agencia} hours={after} />
        </output>
      )}
    </Section>
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
  const form = useHoursForm(toHoursInput(agencyHours.hours));
  const zone = form.watch('zone');
  const today = dayAt(useNow(), zone || 'UTC');
  // decided: from today on, since hours that turn out to be wrong are put right at once.
  const [chosenDay, setChosenDay] = useState<string>();
  const day = chosenDay ?? today;
  const edit = useVersionedForm({
    form,
    current: agencyHours,
    toValues: ({ hours }) => toHoursInput(hours),
    isEqual: isSameHours,
    save: (values, version) =>
      runMutation(saveHours, { adminMail: agencia, hours: z.parse(HoursInput, values), day, version }),
    fetchCurrent: () => fetchHours(agencia),
    onError: (error) =>
      // The gateway names fields by their path in the request body.
      setFormErrors(error, form.setError, ['zone', 'target', 'warning'], (path) =>
        path.replace(/^hours\./, ''),
      ),
  });
  const { isDirty, values } = edit;
  useEffect(() => {
    onDirtyChange(isDirty);
    return () => onDirtyChange(false);
  }, [onDirtyChange, isDirty]);
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
      onBeforeSubmit={() => form.setValue('week', form.getValues('week').map(sortIntervals))}
    >
      <Columns
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
              <HolidaysField form={form} saved={edit.base.holidays} zone={values.zone} />
            </Section>
          </>
        }
      >
        <Section title={t`Semana`}>
          <WeekFields form={form} />
          <TimeZoneField form={form} />
        </Section>
      </Columns>
      {isDirty && (
        <ChangeSection
          agencia={agencia}
          before={agencyHours.hours}
          after={z.safeParse(HoursInput, values).data}
          today={today}
          day={day}
          onDayChange={setChosenDay}
        />
      )}
    </VersionedForm>
  );
}

const NUMBER_INPUT = { inputMode: 'numeric' } as const;

function ResponseTimeFields({ form }: { form: HoursForm }) {
  const { t } = useLingui();
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
      <FormTextField
        control={form.control}
        name="target"
        label={t`Responder en (minutos)`}
        errorText={({ message }) =>
          message === 'not within four weeks'
            ? t`Es más que el horario abierto de cuatro semanas.`
            : t`Escribí entre 1 y 10080 minutos.`
        }
        helperText={t`Después se pone en rojo.`}
        htmlInput={NUMBER_INPUT}
      />
      <FormTextField
        control={form.control}
        name="warning"
        label={t`Avisar a los (minutos)`}
        errorText={({ message }) =>
          message === 'after the target'
            ? t`No puede ser después de los minutos para responder.`
            : t`Escribí entre 0 y 10080 minutos.`
        }
        helperText={t`Desde ahí se pone en amarillo.`}
        htmlInput={NUMBER_INPUT}
      />
    </Stack>
  );
}

const TIME_ZONES = Intl.supportedValuesOf('timeZone');
const MAX_ZONE_OPTIONS = 60;

function TimeZoneField({ form }: { form: HoursForm }) {
  const { t } = useLingui();
  const text = useHoursText();
  const { field, fieldState } = useController({ control: form.control, name: 'zone' });
  const zones = !field.value || TIME_ZONES.includes(field.value) ? TIME_ZONES : [field.value, ...TIME_ZONES];
  return (
    <Autocomplete
      options={zones}
      value={field.value || null}
      disableClearable={field.value !== ''}
      autoHighlight
      disablePortal
      onChange={(_event, zone) => field.onChange(zone ?? '')}
      onBlur={field.onBlur}
      getOptionLabel={text.zone}
      filterOptions={(options, { inputValue }) =>
        suggest(options, inputValue, (zone) => [text.zone(zone), zone.replaceAll('_', ' ')]).slice(
          0,
          MAX_ZONE_OPTIONS,
        )
      }
      noOptionsText={t`Ninguna zona se llama así.`}
      renderInput={(props) => (
        <TextField
          {...props}
          inputRef={field.ref}
          label={t`Zona horaria`}
          error={Boolean(fieldState.error)}
          helperText={fieldState.error ? t`Elegí una zona de la lista.` : t`Buscá por ciudad o continente.`}
        />
      )}
    />
  );
}
