/**
 * Numbers of all advisory locks of a database, in one place, so that no two uses share a number by chance. `evento` partitions use 72658
 * (`functions/eventos.sql`). Locks by a hash of a name are not listed.
 */
export const LOCKS = {
  migrations: 72656,
  embeddedOwner: 72657,
  retention: 72659,
  administrators: 72660,
  causas: 72661,
  usernames: 72662,
  medida: 72663,
  visitas: 72664,
  perdidas: 72665,
  epcis: 72673,
  libro: 72680,
  diferencias: 72681,
  pilas: 72683,
  exposicion: 72684,
  reloj: 72685,
  etapas: 72686,
  mqttSessions: 72687,
  escaneos: 72688,
  future: 72689,
  leases: 7_263_401,
} as const
