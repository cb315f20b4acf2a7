import { useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import type {
  Station,
  Trace,
  TraceCause,
  TracedCopy,
  TraceStation,
  TraceVerdict,
} from '#contract/desk/trace.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/durations.ts';
import { useCauseText } from '#console/deliveries/cause-text.ts';
import { formatDuration } from '#console/follow-up/times.ts';
import { useFormats } from '#console/ui/use-formats.ts';

export function formatGap(ms: number): string {
  return ms < MINUTE_MS ? `${Math.max(0, Math.round(ms / SECOND_MS))} s` : formatDuration(ms);
}

export function useTraceText() {
  const { t, i18n } = useLingui();
  const format = useFormats();
  const { present, past, describePast, describeClock } = useCauseText();

  const station: Record<TraceStation, string> = {
    made: t`Se hizo`,
    agency: t`Agencia`,
    topic: t`Aviso`,
    attempts: t`Intentos del servicio`,
    receiver: t`Llegada a esta consola`,
    relay: t`Copias a otros sistemas`,
    index: t`Bandeja`,
    crm: t`CRM de la agencia`,
    shown: t`Quiénes la ven`,
    opened: t`Primera apertura`,
    touched: t`Primera respuesta`,
  };

  const list = new Intl.ListFormat(i18n.locale);

  const joinCauses = (causes: readonly TraceCause[]) =>
    new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(causes.map((cause) => past[cause]));

  function verdict(trace: Trace & { verdict: TraceVerdict }): string {
    const sentence = outcomeText(trace);
    return trace.verdict.notes.includes('limited')
      ? t`${sentence}, y no la ven todos sus vendedores`
      : sentence;
  }

  function outcomeText({
    verdict: { outcome, causes },
    lead,
    stations,
  }: Trace & { verdict: TraceVerdict }): string {
    const receiver = stations.find(({ name }) => name === 'receiver')?.at ?? null;
    const made = lead?.at ?? null;
    const gap = formatGap((receiver ?? 0) - (made ?? 0));
    const cause = joinCauses(causes);
    const failure = stations.find(({ name }) => name === 'attempts')?.cause ?? null;
    const reason = failure && past[failure];
    switch (outcome) {
      case 'arrived':
        return reason === null
          ? t`Llegó ${gap} después de hacerse`
          : t`Llegó ${gap} después de hacerse; antes, ${reason}`;
      case 'late':
        return causes.length > 0
          ? t`Llegó ${gap} después de hacerse: ${cause}`
          : t`Llegó ${gap} después de hacerse, y no se puede saber por qué`;
      case 'found':
        return causes.length > 0
          ? t`Está en la bandeja, pero no la trajo el aviso: ${cause}`
          : t`Está en la bandeja, pero no la trajo el aviso, y no se puede saber por qué`;
      case 'waiting':
        return t`Todavía puede llegar: se hizo hace un momento`;
      case 'missing':
        if (receiver !== null && causes.length > 0) return t`Llegó, pero no se muestra: ${cause}`;
        return causes.length > 0 ? t`No llegó: ${cause}` : t`No llegó, y no se puede saber por qué`;
      default:
        return t`No está en la bandeja, y el servicio no dice si la tiene`;
    }
  }

  const silence = ({ service, clockAheadMs }: Pick<Trace, 'service' | 'clockAheadMs'>) =>
    service === 'refused'
      ? (describeClock(clockAheadMs) ??
        t`el servicio no reconoce a esta consola, por sus credenciales o su reloj`)
      : t`el servicio no responde`;

  function forecast({ forecast: { way, causes }, service, clockAheadMs }: Trace): string {
    const clock = describeClock(clockAheadMs);
    const cause = causes.map((one) => (one === 'age' && clock) || present[one]).join('; ');
    const reason = silence({ service, clockAheadMs });
    switch (way) {
      case 'webhook':
        return t`Una consulta hecha ahora llegaría enseguida, por el aviso.`;
      case 'list':
        return t`Una consulta hecha ahora llegaría minutos después, por la lista del servicio: ${cause}.`;
      case 'none':
        return t`Una consulta hecha ahora no llegaría: ${cause}.`;
      default:
        return t`No se puede saber si llegaría una consulta hecha ahora: ${reason}.`;
    }
  }

  function describeAttempts(count: number, failure: string | null): string {
    const attempts = plural(count, { one: '# intento', other: '# intentos' });
    return failure === null ? attempts : t`${attempts}; en el último que falló, ${failure}`;
  }

  function detail({ name, state, cause, count, code, host, way, by, shownTo }: Station): string {
    if (state === 'broken' && cause) return describePast(cause, cause === 'topic-elsewhere' ? host : code);
    const number = count ?? 0;
    const people = format.number(number);
    switch (name) {
      case 'made':
        return state === 'reached' ? t`en el servicio` : t`no se sabe: el servicio no lo dice`;
      case 'agency':
        return state === 'reached' ? t`asociada a esta aplicación` : t`no se sabe`;
      case 'topic':
        return state === 'reached' ? t`encendido y apuntando acá` : t`no se sabe cómo estaba`;
      case 'attempts':
        if (count === null) return t`no se sabe: el servicio no lo dice`;
        return count === 0 ? t`ninguno` : describeAttempts(number, cause && describePast(cause, code));
      case 'receiver':
        if (state !== 'reached') return t`ningún mensaje`;
        return number > 1 ? t`llegó ${number} veces, y se guardó una` : t`con la firma correcta`;
      case 'relay':
        return plural(number, { one: 'a # dirección', other: `a ${people} direcciones` });
      case 'index':
        if (state !== 'reached') return t`no está`;
        if (way === 'webhook') return t`por el aviso`;
        return way === 'list' ? t`por la lista del servicio` : t`cuando alguien la buscó`;
      case 'crm':
        if (state === 'reached') return t`aceptada por el servidor de correo`;
        if (state === 'broken') return t`no se pudo enviar: ${code}`;
        return code === null ? t`espera su turno` : t`espera otro intento: el último falló (${code})`;
      case 'shown':
        if (state !== 'reached') return t`nadie: no está en la bandeja`;
        return shownTo.length === 0 ? t`ningún vendedor` : list.format(shownTo.map((seller) => seller.name));
      default:
        return by ?? t`todavía no`;
    }
  }

  function copy({ outcome, at, code }: TracedCopy): string {
    const time = at === null ? '' : format.moment(at);
    switch (outcome) {
      case 'delivered':
        return t`entregada, ${time}`;
      case 'waiting':
        return at === null ? t`espera` : t`espera otro intento: el último falló, ${time} (${code})`;
      default:
        return at === null ? t`no se envió` : t`abandonada: el último intento falló, ${time} (${code})`;
    }
  }

  const advice: Partial<Record<TraceCause, string>> = {
    disassociated: t`Las que ya tenía dejaron de mostrarse, y se borran a la semana. Vuelven si se asocia antes.`,
    'callback-failed': t`Es la dirección de esta consola: quien la instaló encuentra el error en sus registros, o en los del proxy.`,
    'callback-slow': t`Es la dirección de esta consola: quien la instaló puede ver en sus registros, o en los del proxy, qué demora.`,
    certificate: t`Es el certificado de esta consola: lo renueva quien la instaló.`,
    unreachable: t`Es la dirección de esta consola, y el servicio no llega a ella: quien la instaló tiene que revisar el proxy, la red y el nombre.`,
  };

  return { station, verdict, silence, forecast, detail, copy, advice };
}
