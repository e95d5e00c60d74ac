import type { CambioUbicacion, Plano, Ubicacion } from '#contract/parque/ubicaciones/ubicaciones'
import { type Answers, refuse } from './answers'
import { device } from './devices'

export const PLACES = [
  'Gestamp',
  'Descarga Llenos',
  'Almacén Lleno',
  'En Consumo',
  'Almacén Vacío',
  'Carga Vacíos',
  'Control de Calidad',
  'Reparación',
  'Limpieza',
  'Expedición',
  'Montaje Bruto',
]

const place = (id: number, nombre: string): Ubicacion => ({
  ...{ id, nombre, planta: '', grupo: 'llenos', lectores: [] },
  nodo_x: 0.1 + 0.16 * (id % 5),
  nodo_y: 0.15 + 0.25 * Math.floor(id / 5),
})

/** A company's plan on a server, which other people change too. */
export function createPlan(names: readonly string[] = PLACES, empresa = 1) {
  const plan: Plano = {
    ...{ empresa, nombre_empresa: 'Vitoria', version: '1', imagen: null },
    data: names.map((n, i) => place(i, n)).map((u) => ({ ...u, id: u.id + 1 })),
  }
  const next = () => {
    plan.version = String(Number(plan.version) + 1)
  }
  const find = (name: string) => plan.data.find((u) => u.nombre === name)
  const now = (): Plano => structuredClone(plan)

  /** What a change makes of a location; its readers leave where they were. */
  const change = ({ id, macs, ...fields }: CambioUbicacion) => {
    if (macs)
      plan.data = plan.data.map((u) => ({
        ...u,
        lectores:
          u.id === id
            ? macs.map((mac) => ({ mac, apodo: `LEC-${mac}` }))
            : u.lectores.filter((l) => !macs.includes(l.mac)),
      }))
    plan.data = plan.data.map((u) => (u.id === id ? ({ ...u, ...fields } as Ubicacion) : u))
    next()
  }
  const add = (fields: Partial<Ubicacion>) => {
    plan.data.push({ ...place(plan.data.length, ''), ...fields, id: 100 + Number(plan.version) })
    next()
  }
  /** Refused unless it is based on the plan as it is. */
  const guarded = (version: unknown, work: () => void) => {
    if (version !== plan.version)
      return refuse({
        ...{ status: 409, code: 'plano_cambiado' },
        error: 'Otra persona ha cambiado el plano mientras tanto.',
      })
    work()
    return now()
  }
  const setImage = (image: Plano['imagen']) => () => {
    plan.imagen = image
    next()
  }
  const answers: Answers = {
    listUbicaciones: now,
    countDispositivos: () => ({}),
    countInciertos: () => ({ dudosos: {}, sin_senal: {} }),
    devicePocStatus: () => ({
      data: [device(1, { TipoDispositivo: 'Reader', Apodo: 'LEC-A', Dispositivo: 'A', Ubicacion: null })],
    }),
    createUbicacion: ({ body }) => {
      const { version, ...fields } = body as { version: string; nombre: string }
      return plan.data.some((u) => u.nombre.toLowerCase() === fields.nombre.toLowerCase())
        ? refuse({ status: 409, error: `Ya hay una ubicación «${fields.nombre}».` })
        : guarded(version, () => add({ ...fields, lectores: [] }))
    },
    createPorDefecto: ({ body }) =>
      guarded((body as Plano).version, () => {
        for (const nombre of PLACES) add({ nombre })
      }),
    updateUbicaciones: ({ body }) => {
      const { version, cambios } = body as { version: string; cambios: CambioUbicacion[] }
      return guarded(version, () => cambios.forEach(change))
    },
    deleteUbicacion: ({ params, query }) =>
      guarded(query.version, () => {
        plan.data = plan.data.filter((u) => u.id !== Number(params.id))
        next()
      }),
    savePlanoImagen: ({ query, file }) =>
      file?.name.endsWith('.svg')
        ? refuse({ status: 400, error: 'La imagen debe ser PNG, JPEG o WebP.' })
        : guarded(query.version, setImage({ url: '/api/plano_imagen?v=1', ancho: 1, alto: 1 })),
    deletePlanoImagen: ({ query }) => guarded(query.version, setImage(null)),
    getPlanoImagen: () => new Response(new Blob(['x'], { type: 'image/png' })) as never,
  }
  return { answers, find, change, now, add }
}
export type Plan = ReturnType<typeof createPlan>
