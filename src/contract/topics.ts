// decided: the topic names; the interface shows none.
export const INQUIRY_TOPIC = 'consulta-recibida';
export const REGISTRATION_TOPIC = 'agencia-registrada';
export const DISASSOCIATION_TOPIC = 'agencia-desasociada';
