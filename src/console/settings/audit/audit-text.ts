import { useLingui } from '@lingui/react/macro';
import { capitalize } from '#console/ui/formats.ts';
import type { DeskName } from '#contract/desk/desk.ts';
import { lookUp } from '#contract/look-up.ts';
import type { V3Name } from '#contract/v3.ts';

type ActionText = readonly [past: string, infinitive: string];

export function useAuditActions() {
  const { t } = useLingui();
  const createTexts = (what: string, where: string) =>
    ({
      signIn: [t`entró con su contraseña`, t`entrar`],
      completeOpenIdSignIn: [t`entró con el proveedor de identidad`, t`entrar con el proveedor de identidad`],
      completePasskeySignIn: [t`entró con una llave de acceso`, t`entrar con una llave de acceso`],
      provePasskey: [
        t`pasó el segundo paso con una llave de acceso`,
        t`pasar el segundo paso con una llave de acceso`,
      ],
      proveSecondFactor: [t`pasó el segundo paso`, t`pasar el segundo paso`],
      signOut: [t`salió`, t`salir`],
      endSession: [t`cerró una de sus sesiones`, t`cerrar una de sus sesiones`],
      requestRecovery: [t`pidió recuperar su cuenta`, t`pedir recuperar su cuenta`],
      viewLink: [t`abrió el enlace de su correo`, t`abrir un enlace de correo`],
      useLink: [
        t`eligió su contraseña con el enlace de su correo`,
        t`elegir su contraseña con un enlace de correo`,
      ],
      changePassword: [t`cambió su contraseña`, t`cambiar su contraseña`],
      beginSecondFactor: [t`empezó a configurar su segundo paso`, t`empezar a configurar su segundo paso`],
      confirmSecondFactor: [t`activó su segundo paso`, t`activar su segundo paso`],
      removeSecondFactor: [t`quitó su segundo paso`, t`quitar su segundo paso`],
      beginPasskey: [t`empezó a agregar una llave de acceso`, t`empezar a agregar una llave de acceso`],
      addPasskey: [t`agregó una llave de acceso`, t`agregar una llave de acceso`],
      removePasskey: [t`quitó una llave de acceso`, t`quitar una llave de acceso`],
      renewRecoveryCodes: [t`renovó sus códigos de recuperación`, t`renovar sus códigos de recuperación`],
      createPersonalToken: [t`creó un token de API`, t`crear un token de API`],
      createInstallationToken: [t`creó un token de la instalación`, t`crear un token de la instalación`],
      revokeApiToken: [t`revocó un token de API`, t`revocar un token de API`],
      listPeople: [t`vio la lista de personas`, t`ver la lista de personas`],
      viewPerson: [t`vio a ${what}`, t`ver a ${what}`],
      invitePerson: [t`invitó a ${what}`, t`invitar a ${what}`],
      editPerson: [t`cambió los permisos de ${what}`, t`cambiar los permisos de ${what}`],
      setAccess: [t`cambió el acceso de ${what}`, t`cambiar el acceso de ${what}`],
      resetPerson: [t`restableció la contraseña de ${what}`, t`restablecer la contraseña de ${what}`],
      inviteAgain: [t`invitó de nuevo a ${what}`, t`invitar de nuevo a ${what}`],
      listAudit: [t`vio la auditoría`, t`ver la auditoría`],
      exportAudit: [t`exportó la auditoría`, t`exportar la auditoría`],
      listAgencies: [t`vio la lista de agencias`, t`ver la lista de agencias`],
      viewAgency: [t`vio la agencia ${where}`, t`ver la agencia ${where}`],
      viewPackage: [t`vio el paquete de ${where}`, t`ver el paquete de ${where}`],
      inviteAgency: [t`invitó a la agencia ${what}`, t`invitar a la agencia ${what}`],
      editAgency: [t`editó la agencia ${where}`, t`editar la agencia ${where}`],
      disassociateAgency: [t`desasoció la agencia ${where}`, t`desasociar la agencia ${where}`],
      listInquiries: [t`vio las consultas de ${where}`, t`ver las consultas de ${where}`],
      viewInquiry: [t`vio una consulta de ${where}`, t`ver una consulta de ${where}`],
      resendInquiry: [t`reenvió una consulta de ${where}`, t`reenviar una consulta de ${where}`],
      findInquiries: [t`buscó consultas`, t`buscar consultas`],
      checkInquiries: [t`actualizó consultas en pantalla`, t`actualizar consultas en pantalla`],
      countInquiries: [t`contó las consultas de sus vistas`, t`contar las consultas de sus vistas`],
      listFacets: [t`vio los filtros de las consultas`, t`ver los filtros de las consultas`],
      viewIndexState: [
        t`vio hasta cuándo están leídas las consultas`,
        t`ver hasta cuándo están leídas las consultas`,
      ],
      viewOverviewNow: [t`vio el resumen de lo pendiente`, t`ver el resumen de lo pendiente`],
      viewOverview: [t`vio las cifras del resumen`, t`ver las cifras del resumen`],
      setOverviewSettings: [
        t`cambió si el resumen ordena a las personas por sus cifras`,
        t`cambiar si el resumen ordena a las personas por sus cifras`,
      ],
      viewIndexedInquiry: [t`vio una consulta de ${where}`, t`ver una consulta de ${where}`],
      listOfBuyer: [
        t`vio las otras consultas de quien hizo una consulta de ${where}`,
        t`ver las otras consultas de quien hizo una consulta de ${where}`,
      ],
      eraseBuyer: [
        t`borró los datos de quien hizo una consulta de ${where}`,
        t`borrar los datos de quien hizo una consulta de ${where}`,
      ],
      revealContacts: [
        t`vio el contacto de quien hizo una consulta de ${where}`,
        t`ver el contacto de quien hizo una consulta de ${where}`,
      ],
      revealPayload: [
        t`vio los datos del comprador en una entrega`,
        t`ver los datos del comprador en una entrega`,
      ],
      findBuyerData: [
        t`buscó qué datos se guardan de una persona`,
        t`buscar qué datos se guardan de una persona`,
      ],
      exportBuyerData: [
        t`descargó los datos que se guardan de una persona`,
        t`descargar los datos que se guardan de una persona`,
      ],
      eraseBuyerData: [t`borró los datos de una persona`, t`borrar los datos de una persona`],
      listFollowUps: [t`vio el seguimiento de ${where}`, t`ver el seguimiento de ${where}`],
      viewFollowUp: [
        t`vio el seguimiento de una consulta de ${where}`,
        t`ver el seguimiento de una consulta de ${where}`,
      ],
      changeFollowUp: [
        t`cambió el seguimiento de una consulta de ${where}`,
        t`cambiar el seguimiento de una consulta de ${where}`,
      ],
      changeFollowUps: [
        t`cambió el seguimiento de varias consultas`,
        t`cambiar el seguimiento de varias consultas`,
      ],
      importFollowUps: [t`importó seguimiento de un archivo`, t`importar seguimiento de un archivo`],
      matchImport: [
        t`buscó las consultas de un archivo de seguimiento`,
        t`buscar las consultas de un archivo de seguimiento`,
      ],
      setJobState: [t`pausó, siguió o canceló un proceso`, t`pausar, seguir o cancelar un proceso`],
      retryJob: [t`reintentó lo que falló en un proceso`, t`reintentar lo que falló en un proceso`],
      undoJob: [t`deshizo un proceso`, t`deshacer un proceso`],
      downloadExport: [t`descargó una exportación`, t`descargar una exportación`],
      downloadExportManifest: [
        t`descargó la constancia de una exportación`,
        t`descargar la constancia de una exportación`,
      ],
      noteSeen: [t`abrió una consulta de ${where}`, t`abrir una consulta de ${where}`],
      listColleagues: [t`vio quiénes atienden en ${where}`, t`ver quiénes atienden en ${where}`],
      viewHandover: [t`vio el traspaso de turno`, t`ver el traspaso de turno`],
      sendHandover: [t`mandó el traspaso de turno de ${where}`, t`mandar el traspaso de turno de ${where}`],
      listTemplates: [t`vio las plantillas de respuesta`, t`ver las plantillas de respuesta`],
      addTemplate: [t`agregó una plantilla de respuesta`, t`agregar una plantilla de respuesta`],
      editTemplate: [t`editó una plantilla de respuesta`, t`editar una plantilla de respuesta`],
      deleteTemplate: [t`borró una plantilla de respuesta`, t`borrar una plantilla de respuesta`],
      listViews: [t`vio las vistas guardadas`, t`ver las vistas guardadas`],
      addView: [t`guardó una vista`, t`guardar una vista`],
      editView: [t`editó una vista`, t`editar una vista`],
      pinView: [t`fijó o soltó una vista`, t`fijar o soltar una vista`],
      deleteView: [t`borró una vista`, t`borrar una vista`],
      exportInquiries: [t`exportó consultas de ${where}`, t`exportar consultas de ${where}`],
      viewHours: [t`vio los horarios de ${where}`, t`ver los horarios de ${where}`],
      compareHours: [t`comparó otros horarios de ${where}`, t`comparar otros horarios de ${where}`],
      setAgencyCrm: [t`cambió el CRM de ${where}`, t`cambiar el CRM de ${where}`],
      testAgencyCrm: [t`probó el CRM de ${where}`, t`probar el CRM de ${where}`],
      viewAgencyCrm: [t`vio el CRM de ${where}`, t`ver el CRM de ${where}`],
      setHours: [t`cambió los horarios de ${where}`, t`cambiar los horarios de ${where}`],
      setDigest: [t`cambió su resumen diario`, t`cambiar su resumen diario`],
      setWebhookAlarm: [
        t`cambió su alarma de consultas sin aviso`,
        t`cambiar su alarma de consultas sin aviso`,
      ],
      viewLateAlarm: [t`vio la alarma de tarde de ${where}`, t`ver la alarma de tarde de ${where}`],
      setLateAlarm: [t`cambió la alarma de tarde de ${where}`, t`cambiar la alarma de tarde de ${where}`],
      listWebhooks: [t`vio los avisos`, t`ver los avisos`],
      viewWebhook: [t`vio el aviso ${what}`, t`ver el aviso ${what}`],
      createWebhook: [t`creó el aviso ${what}`, t`crear el aviso ${what}`],
      editWebhook: [t`editó el aviso ${what}`, t`editar el aviso ${what}`],
      deleteWebhook: [t`borró el aviso ${what}`, t`borrar el aviso ${what}`],
      listAgencyHealth: [t`vio el estado de las agencias`, t`ver el estado de las agencias`],
      listAgencyPeople: [t`vio quiénes trabajan en ${where}`, t`ver quiénes trabajan en ${where}`],
      listInvitations: [t`vio las invitaciones de agencias`, t`ver las invitaciones de agencias`],
      viewInvitation: [t`vio una invitación de agencia`, t`ver una invitación de agencia`],
      editInvitationNote: [t`cambió la nota de una invitación`, t`cambiar la nota de una invitación`],
      checkInvitation: [
        t`preguntó al servicio por una invitación`,
        t`preguntar al servicio por una invitación`,
      ],
      inviteAgencies: [t`invitó a varias agencias`, t`invitar a varias agencias`],
      viewInvitationFunnel: [
        t`vio qué pasó con las invitaciones de un proceso`,
        t`ver qué pasó con las invitaciones de un proceso`,
      ],
      remindAgencies: [
        t`recordó su invitación a varias agencias`,
        t`recordar su invitación a varias agencias`,
      ],
      listWebhooksDesk: [t`vio el estado de los avisos`, t`ver el estado de los avisos`],
      viewWebhookHistory: [t`vio el historial del aviso ${what}`, t`ver el historial del aviso ${what}`],
      decideFinding: [
        t`decidió sobre lo que el servicio ya no muestra`,
        t`decidir sobre lo que el servicio ya no muestra`,
      ],
      restoreWebhook: [
        t`restauró una configuración anterior del aviso ${what}`,
        t`restaurar una configuración anterior del aviso ${what}`,
      ],
      listDeliveries: [t`vio las entregas`, t`ver las entregas`],
      listIncidents: [t`vio los rechazos de mensajes`, t`ver los rechazos de mensajes`],
      acknowledgeIncident: [t`marcó rechazos como vistos`, t`marcar rechazos como vistos`],
      unacknowledgeIncident: [t`quitó el visto a rechazos`, t`quitar el visto a rechazos`],
      viewDelivery: [t`vio una entrega`, t`ver una entrega`],
      sendTestDelivery: [
        t`probó los avisos con una consulta de ${where}`,
        t`probar los avisos con una consulta de ${where}`,
      ],
      viewBalance: [t`vio el balance`, t`ver el balance`],
      resendMissed: [
        t`reenvió las consultas que llegaron sin aviso`,
        t`reenviar las consultas que llegaron sin aviso`,
      ],
      findDifferingDays: [
        t`buscó los días de ${where} que no cierran`,
        t`buscar los días de ${where} que no cierran`,
      ],
      findTraces: [t`buscó el recorrido de una consulta`, t`buscar el recorrido de una consulta`],
      traceAgency: [t`vio si llegaría una consulta`, t`ver si llegaría una consulta`],
      traceLead: [t`vio el recorrido de una consulta`, t`ver el recorrido de una consulta`],
      listAttempts: [
        t`vio los intentos de entrega del servicio`,
        t`ver los intentos de entrega del servicio`,
      ],
      setCanary: [
        t`cambió la prueba automática de los avisos`,
        t`cambiar la prueba automática de los avisos`,
      ],
      listRelayTargets: [t`vio a dónde se copian los avisos`, t`ver a dónde se copian los avisos`],
      addRelayTarget: [
        t`agregó un sistema al que se copian los avisos`,
        t`agregar un sistema al que se copian los avisos`,
      ],
      editRelayTarget: [
        t`cambió un sistema al que se copian los avisos`,
        t`cambiar un sistema al que se copian los avisos`,
      ],
      switchRelayTarget: [
        t`prendió o apagó la copia a un sistema`,
        t`prender o apagar la copia a un sistema`,
      ],
      deleteRelayTarget: [
        t`quitó un sistema al que se copian los avisos`,
        t`quitar un sistema al que se copian los avisos`,
      ],
      testRelayTarget: [t`probó la copia de avisos a un sistema`, t`probar la copia de avisos a un sistema`],
      resendRelayed: [t`reenvió un mensaje a un sistema`, t`reenviar un mensaje a un sistema`],
      listRelayAttempts: [t`vio los envíos de copias a un sistema`, t`ver los envíos de copias a un sistema`],
      testSignature: [t`probó una firma`, t`probar una firma`],
      listAnswers: [t`vio el diccionario de los catálogos`, t`ver el diccionario de los catálogos`],
      saveAnswers: [
        t`guardó respuestas en el diccionario de los catálogos`,
        t`guardar respuestas en el diccionario de los catálogos`,
      ],
      deleteAnswer: [
        t`borró una respuesta del diccionario de los catálogos`,
        t`borrar una respuesta del diccionario de los catálogos`,
      ],
      setDemoFault: [t`cambió la falla de la demostración`, t`cambiar la falla de la demostración`],
      runChecks: [t`pidió revisar la instalación`, t`pedir revisar la instalación`],
      runCheck: [t`pidió repetir la revisión ${what}`, t`pedir repetir la revisión ${what}`],
      ignoreCheck: [t`ignoró el problema ${what}`, t`ignorar el problema ${what}`],
      unignoreCheck: [t`dejó de ignorar el problema ${what}`, t`dejar de ignorar el problema ${what}`],
      sendTestMail: [t`se mandó un correo de prueba`, t`mandarse un correo de prueba`],
      viewDoctor: [t`vio el diagnóstico`, t`ver el diagnóstico`],
      listFindings: [t`vio los hallazgos del índice`, t`ver los hallazgos del índice`],
      viewConnection: [t`vio la conexión con el servicio`, t`ver la conexión con el servicio`],
    }) satisfies Partial<Record<V3Name | DeskName, ActionText>>;

  type UnfilteredAction = Exclude<V3Name | DeskName, keyof ReturnType<typeof createTexts>>;
  /** These actions are only logged when they fail unexpectedly, so the filter does not offer them. */
  const createUnfilteredTexts = (where: string): Record<UnfilteredAction, ActionText> => ({
    beginOpenIdSignIn: [t`fue al proveedor de identidad`, t`ir al proveedor de identidad`],
    beginPasskeySignIn: [
      t`empezó a entrar con una llave de acceso`,
      t`empezar a entrar con una llave de acceso`,
    ],
    beginPasskeyProof: [
      t`empezó el segundo paso con una llave de acceso`,
      t`empezar el segundo paso con una llave de acceso`,
    ],
    viewSession: [t`abrió Vitrina`, t`abrir Vitrina`],
    listSessions: [t`vio sus sesiones`, t`ver sus sesiones`],
    listApiTokens: [t`vio los tokens de API`, t`ver los tokens de API`],
    listJobs: [t`vio los procesos`, t`ver los procesos`],
    viewJob: [t`vio un proceso`, t`ver un proceso`],
    listJobRows: [t`vio las filas de un proceso`, t`ver las filas de un proceso`],
    countMissed: [t`contó las consultas sin aviso`, t`contar las consultas sin aviso`],
    viewDigest: [t`vio su resumen diario`, t`ver su resumen diario`],
    viewCanary: [t`vio la prueba automática de los avisos`, t`ver la prueba automática de los avisos`],
    viewWebhookAlarm: [t`vio su alarma de consultas sin aviso`, t`ver su alarma de consultas sin aviso`],
    viewMe: [t`vio su cuenta`, t`ver su cuenta`],
    streamEvents: [t`siguió las novedades en vivo`, t`seguir las novedades en vivo`],
    noteLooking: [t`miró una consulta de ${where}`, t`mirar una consulta de ${where}`],
    endLooking: [t`dejó de mirar una consulta de ${where}`, t`dejar de mirar una consulta de ${where}`],
    matchValues: [t`comparó valores con un catálogo`, t`comparar valores con un catálogo`],
    reportPageLatencies: [t`informó cuánto tardan sus pantallas`, t`informar cuánto tardan sus pantallas`],
    reportPolicy: [t`informó un bloqueo de su navegador`, t`informar un bloqueo de su navegador`],
    entryPoints: [t`vio los catálogos`, t`ver los catálogos`],
    listBodyStyles: [t`vio las carrocerías`, t`ver las carrocerías`],
    matchBodyStyle: [t`buscó una carrocería`, t`buscar una carrocería`],
    viewBodyStyle: [t`vio una carrocería`, t`ver una carrocería`],
    listCities: [t`vio las ciudades`, t`ver las ciudades`],
    matchCity: [t`buscó una ciudad`, t`buscar una ciudad`],
    viewCity: [t`vio una ciudad`, t`ver una ciudad`],
    listColors: [t`vio los colores`, t`ver los colores`],
    viewColor: [t`vio un color`, t`ver un color`],
    listMakes: [t`vio las marcas`, t`ver las marcas`],
    matchMake: [t`buscó una marca`, t`buscar una marca`],
    viewMake: [t`vio una marca`, t`ver una marca`],
  });

  return {
    textOf: (action: string, what: string, where: string): ActionText | undefined =>
      lookUp<ActionText>(createTexts(what, where), action) ??
      lookUp<ActionText>(createUnfilteredTexts(where), action),
    choices: () =>
      Object.entries(createTexts('…', '…'))
        .map(([value, [, infinitive]]) => ({ value, label: capitalize(infinitive) }))
        .toSorted((one, other) => one.label.localeCompare(other.label)),
  };
}
