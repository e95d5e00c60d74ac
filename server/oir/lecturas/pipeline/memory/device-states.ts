import type pg from 'pg'
import { createDeviceState, type DeviceState } from '../../rules/device-state'
import type { Plantas } from './plants'
import { loadDeviceStates } from './repo-device-state'
import type { Registrado } from './repo-registry'

const MAX_DEVICE_STATES = 300_000
const POR_CONSULTA = 5000

/**
 * States of devices between two readings: kept in memory, and loaded from the database if they are not there. Only the pipeline uses them,
 * one step at a time.
 */
export function createDeviceStates(pool: pg.Pool, plantas: Plantas, maximum = MAX_DEVICE_STATES) {
  const deviceStates = new Map<number, DeviceState>()
  /** Devices that are moving, hit, or heard and not judged yet. The sweep checks them when their tag falls silent. */
  const inquietos = new Set<DeviceState>()
  /** Devices with late readings, whose past is to be judged again. */
  const pasados = new Set<DeviceState>()
  /** Devices that may be moving and are not in memory. They are read from the database later. */
  const porCargar = new Set<number>()

  async function load(ids: number[]): Promise<void> {
    for (let i = 0; i < ids.length; i += POR_CONSULTA)
      for (const r of await loadDeviceStates(pool, ids.slice(i, i + POR_CONSULTA), plantas.lectoresOf)) {
        deviceStates.set(r.dispositivo, r)
        porCargar.delete(r.dispositivo)
        if (r.estado || r.porJuzgar !== null) inquietos.add(r)
        if (r.remiendo) pasados.add(r)
      }
  }

  function makeRoom(ids: Set<number>, enUso: Set<DeviceState>): void {
    for (const [id, r] of deviceStates)
      if (!ids.has(id) && !enUso.has(r) && !inquietos.has(r) && !pasados.has(r)) deviceStates.delete(id)
  }

  function forget(r: DeviceState): void {
    deviceStates.delete(r.dispositivo)
    inquietos.delete(r)
    pasados.delete(r)
    porCargar.add(r.dispositivo)
  }

  return {
    inquietos: inquietos as ReadonlySet<DeviceState>,
    pasados: pasados as ReadonlySet<DeviceState>,
    /**
     * Load these devices, so that `of` knows them.
     * @param enUso devices that are not committed yet, so that only memory knows their state
     */
    async prepare(ids: Set<number>, enUso: () => Iterable<DeviceState> = () => []): Promise<void> {
      const faltan = [...ids].filter((id) => !deviceStates.has(id))
      if (deviceStates.size + faltan.length > maximum) makeRoom(ids, new Set(enUso()))
      await load(faltan)
    },
    of(d: Registrado): DeviceState {
      const r = deviceStates.get(d.id) ?? createDeviceState(d.id, d.empresa, d.mac)
      deviceStates.set(d.id, r)
      return r
    },
    /** Called when the changes of these device states are committed. */
    settle(usados: Iterable<DeviceState>): void {
      const put = (list: Set<DeviceState>, r: DeviceState, inside: boolean) =>
        inside && deviceStates.get(r.dispositivo) === r ? list.add(r) : list.delete(r)
      for (const r of usados) {
        put(inquietos, r, Boolean(r.estado) || r.porJuzgar !== null)
        put(pasados, r, r.remiendo !== null)
      }
    },
    get: (id: number): DeviceState | undefined => deviceStates.get(id),
    /** Devices with evidence that the database does not have. */
    listSinGuardar: (): DeviceState[] => [...deviceStates.values()].filter((r) => r.sinGuardar > 0),
    /** Called when the changes of these device states were not written: forget them, and read the database again. */
    forget(usados: Iterable<DeviceState>): void {
      for (const r of usados) forget(r)
    },
    /** Devices heard since `desde` (Unix ms) or with something left to judge: those worth handing over. */
    listRecientes: (desde: number): DeviceState[] =>
      [...deviceStates.values()].filter(
        (r) => (r.ultimo ?? 0) >= desde || r.porJuzgar !== null || r.remiendo !== null,
      ),
    /** Called with devices that may be moving. */
    remind(ids: Iterable<number>): void {
      for (const id of ids) if (!deviceStates.has(id)) porCargar.add(id)
    },
    /** Load some of these devices. True: more are left. */
    async loadSome(): Promise<boolean> {
      const ids = [...porCargar].slice(0, POR_CONSULTA)
      await load(ids.filter((id) => !deviceStates.has(id)))
      for (const id of ids) porCargar.delete(id)
      return porCargar.size > 0
    },
  }
}

export type DeviceStates = ReturnType<typeof createDeviceStates>
