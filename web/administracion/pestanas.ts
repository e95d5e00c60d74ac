import type { Pestana } from '../dominio/administracion/busqueda'

/** The tabs of the administration, grouped by topic, in order; `claves` are synonyms for the search. */
export const GRUPOS: readonly {
  titulo: string
  pestanas: readonly { pestana: Pestana; titulo: string; claves: string }[]
}[] = [
  {
    titulo: 'Personas',
    pestanas: [
      { pestana: 'usuarios', titulo: 'Usuarios', claves: 'cuentas personas permisos roles' },
      { pestana: 'empresas', titulo: 'Empresas', claves: 'clientes' },
      { pestana: 'seguridad', titulo: 'Seguridad', claves: 'segundo factor contraseñas acceso' },
      { pestana: 'auditoria', titulo: 'Auditoría', claves: 'quién cambió historial registro de cambios' },
    ],
  },
  {
    titulo: 'Planta',
    pestanas: [
      {
        pestana: 'lectores',
        titulo: 'Lectores',
        claves: 'gateways credenciales vistos cuarentena',
      },
      { pestana: 'calibracion', titulo: 'Calibración', claves: 'paseo aprender lugares' },
      { pestana: 'calendario', titulo: 'Calendario', claves: 'turnos festivos horario' },
      { pestana: 'etapas', titulo: 'Etapas', claves: 'ciclo vuelta' },
      { pestana: 'ajustes', titulo: 'Ajustes', claves: 'umbrales reglas plazos números' },
    ],
  },
  {
    titulo: 'Sistema',
    pestanas: [
      { pestana: 'salud', titulo: 'Salud', claves: 'estado copias disco colas trabajos' },
      { pestana: 'entregas', titulo: 'Envíos de avisos', claves: 'correo entregas rechazados' },
      { pestana: 'webhooks', titulo: 'Webhooks', claves: 'integraciones otros sistemas' },
      { pestana: 'claves', titulo: 'Claves de API', claves: 'api erp programas token integraciones' },
      { pestana: 'epcis', titulo: 'EPCIS', claves: 'gs1 norma eventos grai gln suscripciones integraciones' },
    ],
  },
]

/** Tabs about the whole installation: only for administrators of all companies. */
const DE_TODAS: ReadonlySet<Pestana> = new Set(['empresas', 'seguridad'])

/** The groups with the tabs that an administrator is shown. */
export const gruposOf = (administraTodas: boolean) =>
  GRUPOS.map((g) => ({
    ...g,
    pestanas: g.pestanas.filter((p) => administraTodas || !DE_TODAS.has(p.pestana)),
  }))
