import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { HelpTopic } from '#console/help-topics.ts';

export const QUESTIONS: Record<HelpTopic, MessageDescriptor> = {
  views: msg`¿Qué muestra cada vista de la bandeja?`,
  freshness: msg`¿De cuándo es la lista que veo?`,
  clock: msg`¿Qué cuenta el reloj de respuesta?`,
  late: msg`¿Por qué venció el plazo de una consulta?`,
  missing: msg`¿Por qué dejé de ver una consulta?`,
  status: msg`¿Qué diferencia hay entre «Respondida» y «Contactada»?`,
  claim: msg`¿Qué significa tomar una consulta?`,
  snooze: msg`¿Qué pasa cuando termina una posposición?`,
  undo: msg`¿Cómo deshago un cambio?`,
  conflict: msg`¿Qué hago si otra persona cambió lo mismo?`,
  offline: msg`¿Se pierde lo que hice sin conexión?`,
  bulk: msg`¿Qué pasa si un cambio de muchas falla en algunas?`,
  figures: msg`¿Por qué una cifra no coincide con la del CRM?`,
  notifications: msg`¿Qué llega por correo, y qué avisa la alarma?`,
  export: msg`¿Qué tiene un archivo exportado, y quién puede bajarlo?`,
  invitation: msg`¿Por qué no llega nada de una agencia invitada?`,
  disassociation: msg`¿Qué pasa al desasociar una agencia?`,
  suspension: msg`¿Qué se pierde mientras un aviso está suspendido?`,
  arrival: msg`¿Por qué no llegó una consulta?`,
  resend: msg`¿Qué hace «Reenviar la consulta»?`,
  matching: msg`¿Cuándo es segura una coincidencia?`,
  import: msg`¿Qué se toma del seguimiento de otro programa?`,
  visibility: msg`¿Quién ve qué?`,
  retention: msg`¿Cuánto tiempo se guarda cada cosa?`,
  erasure: msg`¿Qué se borra cuando se borran los datos de una persona?`,
  session: msg`¿Por qué se cerró mi sesión?`,
};
