import { useLingui } from '@lingui/react/macro';
import type { AuditEntry } from '#contract/desk/audit.ts';
import type { DeskName } from '#contract/desk/desk.ts';
import { lookUp } from '#contract/look-up.ts';
import type { GatewayCode } from '#contract/problem.ts';
import type { V3Name } from '#contract/v3.ts';

/** How a thing that can be done is told: done, and not done. Both go on from who it was. */
interface Told {
  did: string;
  toDo: string;
}

/** What nobody is refused and what is not written down, but for a fault: no filter of its own. */
const WITHOUT_FILTER: ReadonlySet<string> = new Set<V3Name | DeskName>([
  'viewSession',
  'listSessions',
  'viewMe',
  'streamEvents',
  'noteLooking',
  'endLooking',
  'reportPolicy',
  'entryPoints',
  'listBodyStyles',
  'matchBodyStyle',
  'viewBodyStyle',
  'listCities',
  'matchCity',
  'viewCity',
  'listColors',
  'viewColor',
  'listMakes',
  'matchMake',
  'viewMake',
]);

/** A sentence without its beginning, which is who did it. */
export function useAuditText() {
  const { t } = useLingui();
  const outcome: Record<AuditEntry['outcome'], string> = {
    done: t`Hecho`,
    partial: t`Parcial`,
    cancelled: t`Cancelado`,
    refused: t`Rechazado`,
    failed: t`Falló`,
    unknown: t`No se sabe`,
  };

  /** `what` and `where` are in the sentence as they came. */
  const told = (what: string, where: string): Record<V3Name | DeskName, Told> => ({
    signIn: { did: t`entró con su contraseña`, toDo: t`entrar` },
    proveSecondFactor: { did: t`pasó el segundo paso`, toDo: t`pasar el segundo paso` },
    signOut: { did: t`salió`, toDo: t`salir` },
    endSession: { did: t`cerró una de sus sesiones`, toDo: t`cerrar una de sus sesiones` },
    askRecovery: { did: t`pidió recuperar su cuenta`, toDo: t`pedir recuperar su cuenta` },
    viewLink: { did: t`abrió el enlace de su correo`, toDo: t`abrir un enlace de correo` },
    useLink: {
      did: t`eligió su contraseña con el enlace de su correo`,
      toDo: t`elegir su contraseña con un enlace de correo`,
    },
    changePassword: { did: t`cambió su contraseña`, toDo: t`cambiar su contraseña` },
    beginSecondFactor: {
      did: t`empezó a configurar su segundo paso`,
      toDo: t`empezar a configurar su segundo paso`,
    },
    confirmSecondFactor: { did: t`activó su segundo paso`, toDo: t`activar su segundo paso` },
    removeSecondFactor: { did: t`quitó su segundo paso`, toDo: t`quitar su segundo paso` },
    renewRecoveryCodes: {
      did: t`renovó sus códigos de recuperación`,
      toDo: t`renovar sus códigos de recuperación`,
    },
    listPeople: { did: t`vio la lista de personas`, toDo: t`ver la lista de personas` },
    viewPerson: { did: t`vio a ${what}`, toDo: t`ver a ${what}` },
    invitePerson: { did: t`invitó a ${what}`, toDo: t`invitar a ${what}` },
    editPerson: { did: t`cambió los permisos de ${what}`, toDo: t`cambiar los permisos de ${what}` },
    setAccess: { did: t`cambió el acceso de ${what}`, toDo: t`cambiar el acceso de ${what}` },
    resetPerson: {
      did: t`restableció la contraseña de ${what}`,
      toDo: t`restablecer la contraseña de ${what}`,
    },
    inviteAgain: { did: t`invitó de nuevo a ${what}`, toDo: t`invitar de nuevo a ${what}` },
    listAudit: { did: t`vio la auditoría`, toDo: t`ver la auditoría` },
    exportAudit: { did: t`exportó la auditoría`, toDo: t`exportar la auditoría` },
    listAgencies: { did: t`vio la lista de agencias`, toDo: t`ver la lista de agencias` },
    viewAgency: { did: t`vio la agencia ${where}`, toDo: t`ver la agencia ${where}` },
    viewPackage: { did: t`vio el paquete de ${where}`, toDo: t`ver el paquete de ${where}` },
    inviteAgency: { did: t`invitó a la agencia ${what}`, toDo: t`invitar a la agencia ${what}` },
    editAgency: { did: t`editó la agencia ${where}`, toDo: t`editar la agencia ${where}` },
    disassociateAgency: { did: t`desasoció la agencia ${where}`, toDo: t`desasociar la agencia ${where}` },
    listInquiries: { did: t`vio las consultas de ${where}`, toDo: t`ver las consultas de ${where}` },
    viewInquiry: {
      did: t`vio la consulta ${what}`,
      toDo: t`ver la consulta ${what}`,
    },
    resendInquiry: {
      did: t`reenvió la consulta ${what}`,
      toDo: t`reenviar la consulta ${what}`,
    },
    findInquiries: { did: t`buscó consultas`, toDo: t`buscar consultas` },
    checkInquiries: { did: t`actualizó consultas en pantalla`, toDo: t`actualizar consultas en pantalla` },
    countInquiries: {
      did: t`contó las consultas de sus vistas`,
      toDo: t`contar las consultas de sus vistas`,
    },
    listFacets: { did: t`vio los filtros de las consultas`, toDo: t`ver los filtros de las consultas` },
    viewIndexState: {
      did: t`vio hasta cuándo están leídas las consultas`,
      toDo: t`ver hasta cuándo están leídas las consultas`,
    },
    viewIndexedInquiry: {
      did: t`vio la consulta ${what}`,
      toDo: t`ver la consulta ${what}`,
    },
    listOfBuyer: {
      did: t`vio las otras consultas de quien hizo la consulta ${what}`,
      toDo: t`ver las otras consultas de quien hizo la consulta ${what}`,
    },
    eraseBuyer: {
      did: t`borró los datos de quien hizo la consulta ${what}`,
      toDo: t`borrar los datos de quien hizo la consulta ${what}`,
    },
    listFollowUps: { did: t`vio el seguimiento de ${where}`, toDo: t`ver el seguimiento de ${where}` },
    viewFollowUp: {
      did: t`vio el seguimiento de la consulta ${what}`,
      toDo: t`ver el seguimiento de la consulta ${what}`,
    },
    changeFollowUp: {
      did: t`cambió el seguimiento de la consulta ${what}`,
      toDo: t`cambiar el seguimiento de la consulta ${what}`,
    },
    noteSeen: { did: t`abrió la consulta ${what}`, toDo: t`abrir la consulta ${what}` },
    listColleagues: {
      did: t`vio quiénes atienden en ${where}`,
      toDo: t`ver quiénes atienden en ${where}`,
    },
    listTemplates: { did: t`vio las plantillas de respuesta`, toDo: t`ver las plantillas de respuesta` },
    addTemplate: { did: t`agregó una plantilla de respuesta`, toDo: t`agregar una plantilla de respuesta` },
    editTemplate: { did: t`editó una plantilla de respuesta`, toDo: t`editar una plantilla de respuesta` },
    deleteTemplate: { did: t`borró una plantilla de respuesta`, toDo: t`borrar una plantilla de respuesta` },
    listViews: { did: t`vio las vistas guardadas`, toDo: t`ver las vistas guardadas` },
    addView: { did: t`guardó una vista`, toDo: t`guardar una vista` },
    editView: { did: t`editó una vista`, toDo: t`editar una vista` },
    pinView: { did: t`fijó o soltó una vista`, toDo: t`fijar o soltar una vista` },
    deleteView: { did: t`borró una vista`, toDo: t`borrar una vista` },
    exportInquiries: {
      did: t`exportó consultas de ${where}`,
      toDo: t`exportar consultas de ${where}`,
    },
    viewHours: { did: t`vio los horarios de ${where}`, toDo: t`ver los horarios de ${where}` },
    setHours: { did: t`cambió los horarios de ${where}`, toDo: t`cambiar los horarios de ${where}` },
    listWebhooks: { did: t`vio los avisos`, toDo: t`ver los avisos` },
    viewWebhook: { did: t`vio el aviso ${what}`, toDo: t`ver el aviso ${what}` },
    createWebhook: { did: t`creó el aviso ${what}`, toDo: t`crear el aviso ${what}` },
    editWebhook: { did: t`editó el aviso ${what}`, toDo: t`editar el aviso ${what}` },
    deleteWebhook: { did: t`borró el aviso ${what}`, toDo: t`borrar el aviso ${what}` },
    viewSession: { did: t`abrió Vitrina`, toDo: t`abrir Vitrina` },
    listSessions: { did: t`vio sus sesiones`, toDo: t`ver sus sesiones` },
    viewMe: { did: t`vio su cuenta`, toDo: t`ver su cuenta` },
    viewAgencySummary: { did: t`vio el resumen de ${where}`, toDo: t`ver el resumen de ${where}` },
    listAgencyPeople: { did: t`vio quiénes trabajan en ${where}`, toDo: t`ver quiénes trabajan en ${where}` },
    listInvitations: { did: t`vio las invitaciones de agencias`, toDo: t`ver las invitaciones de agencias` },
    viewInvitation: { did: t`vio una invitación de agencia`, toDo: t`ver una invitación de agencia` },
    editInvitationNote: {
      did: t`cambió la nota de una invitación`,
      toDo: t`cambiar la nota de una invitación`,
    },
    checkInvitation: {
      did: t`preguntó al servicio por una invitación`,
      toDo: t`preguntar al servicio por una invitación`,
    },
    streamEvents: { did: t`siguió las novedades en vivo`, toDo: t`seguir las novedades en vivo` },
    noteLooking: { did: t`miró la consulta ${what}`, toDo: t`mirar la consulta ${what}` },
    endLooking: { did: t`dejó de mirar la consulta ${what}`, toDo: t`dejar de mirar la consulta ${what}` },
    listWebhooksDesk: { did: t`vio el estado de los avisos`, toDo: t`ver el estado de los avisos` },
    viewWebhookHistory: {
      did: t`vio el historial del aviso ${what}`,
      toDo: t`ver el historial del aviso ${what}`,
    },
    restoreWebhook: {
      did: t`restauró una configuración anterior del aviso ${what}`,
      toDo: t`restaurar una configuración anterior del aviso ${what}`,
    },
    listDeliveries: { did: t`vio las entregas`, toDo: t`ver las entregas` },
    viewDelivery: { did: t`vio una entrega`, toDo: t`ver una entrega` },
    viewConnection: { did: t`vio la conexión con el servicio`, toDo: t`ver la conexión con el servicio` },
    reportPolicy: {
      did: t`informó un bloqueo de su navegador`,
      toDo: t`informar un bloqueo de su navegador`,
    },
    entryPoints: { did: t`vio los catálogos`, toDo: t`ver los catálogos` },
    listBodyStyles: { did: t`vio las carrocerías`, toDo: t`ver las carrocerías` },
    matchBodyStyle: { did: t`buscó una carrocería`, toDo: t`buscar una carrocería` },
    viewBodyStyle: { did: t`vio una carrocería`, toDo: t`ver una carrocería` },
    listCities: { did: t`vio las ciudades`, toDo: t`ver las ciudades` },
    matchCity: { did: t`buscó una ciudad`, toDo: t`buscar una ciudad` },
    viewCity: { did: t`vio una ciudad`, toDo: t`ver una ciudad` },
    listColors: { did: t`vio los colores`, toDo: t`ver los colores` },
    viewColor: { did: t`vio un color`, toDo: t`ver un color` },
    listMakes: { did: t`vio las marcas`, toDo: t`ver las marcas` },
    matchMake: { did: t`buscó una marca`, toDo: t`buscar una marca` },
    viewMake: { did: t`vio una marca`, toDo: t`ver una marca` },
  });

  /** For the filter. */
  const actions = () =>
    Object.entries(told('…', '…'))
      .filter(([action]) => !WITHOUT_FILTER.has(action))
      .map(([action, words]) => ({ action, words: capitalised(words.toDo) }))
      .toSorted((a, b) => a.words.localeCompare(b.words));

  const sentence = (
    { action, outcome, target, agency, asked }: AuditEntry,
    name: (target: string) => string,
  ) => {
    const unnamed = t`(no se sabe cuál)`;
    const words = lookUp<Told>(told(target ? name(target) : unnamed, agency ?? unnamed), action);
    const { did, toDo } = words ?? {
      did: t`hizo algo que esta versión no conoce: ${action}`,
      toDo: t`hacer algo que esta versión no conoce: ${action}`,
    };
    switch (outcome) {
      case 'done':
        return did;
      case 'partial':
        return t`${did}, pero no todas`;
      case 'cancelled':
        return t`empezó a ${toDo}, y lo canceló o se fue antes del final`;
      case 'unknown':
        return asked
          ? t`empezó a ${toDo}: sigue, o no se sabe cómo terminó`
          : t`empezó a ${toDo}, y no se sabe cómo terminó`;
      default:
        return t`no pudo ${toDo}`;
    }
  };

  /** Why it was refused or failed, where the gateway gave a reason of its own. */
  const reasons: Record<GatewayCode, string> = {
    forbidden: t`su rol no lo permite`,
    'foreign-agency': t`la agencia no es suya`,
    'sign-in-required': t`no había sesión`,
    'wrong-credentials': t`correo o contraseña incorrectos`,
    'wrong-code': t`código incorrecto`,
    'codes-unreadable': t`los códigos guardados no se pudieron leer`,
    'second-factor-required': t`su cuenta pide un segundo paso`,
    'not-set-up': t`el segundo paso no estaba activo`,
    'method-not-allowed': t`esa dirección no admite lo que se pidió`,
    'too-large': t`lo enviado era demasiado grande`,
    'unsupported-media-type': t`lo enviado no tenía el formato esperado`,
    'too-many-attempts': t`demasiados intentos`,
    'too-many-requests': t`demasiados pedidos`,
    'changed-meanwhile': t`otra persona lo había cambiado`,
    'last-partner': t`es la única cuenta que administra`,
    'timeline-full': t`el historial de la consulta estaba completo`,
    'too-many-saved': t`ya había tantas como se pueden guardar`,
    'mail-taken': t`el correo ya está`,
    'not-active': t`la cuenta no está activa`,
    'not-invited': t`la cuenta no espera una invitación`,
    'not-found': t`no existe`,
    'invalid-request': t`faltaba o sobraba un dato`,
    'cross-site': t`el pedido no salió de la consola`,
    'upstream-unreachable': t`el servicio no respondía`,
    'upstream-timeout': t`el servicio tardó demasiado`,
    'upstream-broken': t`el servicio respondió algo que no se entiende`,
    'upstream-failed': t`el servicio tuvo un problema`,
    busy: t`había demasiados pedidos a la vez`,
    'storage-full': t`no había lugar para guardar`,
    'storage-unavailable': t`la base de datos no respondía`,
    internal: t`Vitrina tuvo un problema`,
    'upstream-refused': t`el servicio no reconoció a la aplicación`,
  };
  const reason = ({ code }: AuditEntry) => (code ? (lookUp(reasons, code) ?? code) : undefined);

  return { outcome, actions, sentence, reason };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
