import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { contains, type Limites } from '../../../ui/mapa/vista'

type Visto = Pick<Dispositivo, 'Estado' | 'PosibleEstado' | 'ApodoLector' | 'Ubicacion' | 'Lat' | 'Lon'>

/** The effect of a batch of heard devices on the screen. */
export type Novedades = {
  /** Devices with a change that matters to the user. */
  macs: string[]
  /** The markers in view may be outdated. */
  marcadores: boolean
  /** Devices came into view or left it. */
  lista: boolean
}

const matters = (a: Visto, b: Visto) =>
  a.Estado !== b.Estado ||
  a.PosibleEstado !== b.PosibleEstado ||
  a.ApodoLector !== b.ApodoLector ||
  a.Ubicacion !== b.Ubicacion

/**
 * Remembers the last state of each device, to tell real changes from repeated hearings of the tag, which happen every few seconds and
 * change only `UltimoRegistro` and `Rssi`.
 */
export function createNovedades() {
  const vistos = new Map<string, Visto>()
  const save = ({ Dispositivo, Estado, PosibleEstado, ApodoLector, Ubicacion, Lat, Lon }: Dispositivo) =>
    vistos.set(Dispositivo, { Estado, PosibleEstado, ApodoLector, Ubicacion, Lat, Lon })

  return {
    /** Adds fetched rows; known devices keep their entry, so that their next hearing is compared with it. */
    remember(filas: Dispositivo[]): void {
      for (const d of filas) if (!vistos.has(d.Dispositivo)) save(d)
    },
    /** @param completa the list contains all devices in view: a device that is not in it is new there */
    compare(nuevos: Dispositivo[], limites: Limites, completa = false): Novedades {
      const novedades: Novedades = { macs: [], marcadores: false, lista: false }
      for (const d of nuevos) {
        const previo = vistos.get(d.Dispositivo)
        save(d)
        const dentro = contains(limites, d.Lat, d.Lon)
        if (!previo) {
          novedades.marcadores ||= dentro
          novedades.lista ||= dentro && completa
          continue
        }
        const estaba = contains(limites, previo.Lat, previo.Lon)
        const cambia = matters(previo, d)
        if (cambia) novedades.macs.push(d.Dispositivo)
        if (estaba !== dentro) novedades.lista = true
        if ((estaba || dentro) && (cambia || previo.Lat !== d.Lat || previo.Lon !== d.Lon))
          novedades.marcadores = true
      }
      return novedades
    },
  }
}
