import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  buildLineas,
  claveOf,
  mergeEscaneos,
  type Radio,
  sumLineas,
} from '#contract/cuentas/recuentos/reglas-values'
import {
  type EstadoRecuento,
  MAX_BYTES_FOTO_RECUENTO,
  MAX_LADO_FOTO_RECUENTO,
  type ModoEscaneo,
} from '#contract/cuentas/recuentos/values'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { compress } from '../../lib/jpeg'
import { useAlmacen } from '../../lib/session/almacen'
import { useSesion } from '../../lib/session/sesion'
import { useReintento } from '../../lib/session/use-reintento'
import {
  cambios,
  type FotoGuardada,
  forgetRecuento,
  fotosPendientes,
  type Guardado,
  isSuyo,
  listFotosLocales,
  listGuardados,
  type Recibidos,
  type RecuentoGuardado,
  readRecibidos,
  readRecuento,
  saveEscaneos,
  saveFotoLocal,
  saveRecibidos,
  saveRecuento,
} from './cola'
import { sendEscaneos } from './envio'
import { cleanCodigo, createIndice, findCodigo, joinEscaneos } from './indice'

const SONDEO_MS = 4_000
const FOTO = { lado: MAX_LADO_FOTO_RECUENTO, bytes: MAX_BYTES_FOTO_RECUENTO }
const NADA: ReadonlyMap<string, Radio> = new Map()

/** Fetch a count from the server, and store it on this device. */
async function fetchRecuento(id: number): Promise<RecuentoGuardado> {
  const recuento = await call(api.getRecuento, { params: { id } })
  const { empresa } = recuento
  if (recuento.estado !== 'abierto') {
    await forgetRecuento(id)
    return { id, empresa, recuento }
  }
  const { contenedores, completo } = await call(api.getEsperados, { params: { id } })
  const guardado = { id, empresa, recuento, contenedores, completo }
  await saveRecuento(guardado)
  return guardado
}

/** Fetch what other phones scanned since the last fetch. */
async function pullRecibidos(r: Recibidos): Promise<{ recibidos: Recibidos; estado: EstadoRecuento }> {
  let recibidos = r
  for (;;) {
    const { id, siguiente } = recibidos
    const nuevos = await call(api.listEscaneos, { params: { id }, query: { desde: siguiente } })
    const { fotos } = nuevos
    if (nuevos.siguiente === siguiente && fotos.length === recibidos.fotos.length)
      return { recibidos, estado: nuevos.estado }
    const escaneos = [...recibidos.escaneos, ...nuevos.data]
    recibidos = { id, escaneos, siguiente: nuevos.siguiente, fotos }
    await saveRecibidos(recibidos)
  }
}

/**
 * A count on this device: expected containers, the scans of all phones, and functions that add scans. Everything works offline; each scan
 * is on the disk before its result is shown.
 */
export function useCuenta(id: number) {
  const sesion = useSesion()
  const version = useAlmacen(cambios)
  const [guardado, setGuardado] = useState<RecuentoGuardado>()
  const [recibidos, setRecibidos] = useState<Recibidos>()
  const [propios, setPropios] = useState<Guardado[]>([])
  const [fotos, setFotos] = useState<FotoGuardada[]>([])
  const [error, setError] = useState<Error>()
  /** Whether the last request was answered. */
  const [enLinea, setEnLinea] = useState(true)
  const ultimos = useRef<Recibidos>(undefined)
  const suyosRef = useRef<Guardado[]>([])

  const sync = useCallback(async () => {
    try {
      await sendEscaneos()
      const { recibidos: nuevos, estado } = await pullRecibidos(ultimos.current ?? (await readRecibidos(id)))
      if (nuevos !== ultimos.current) setRecibidos(nuevos)
      ultimos.current = nuevos
      setEnLinea(true)
      if (estado !== 'abierto') setGuardado(await fetchRecuento(id))
    } catch {
      setEnLinea(false)
    }
  }, [id])

  const load = useCallback(async () => {
    setError(undefined)
    const kept = await readRecuento(id).catch(() => undefined)
    ultimos.current = await readRecibidos(id).catch(() => undefined)
    setRecibidos(ultimos.current)
    if (kept) setGuardado(kept)
    else
      try {
        setGuardado(await fetchRecuento(id))
      } catch (e) {
        setError(e as Error)
      }
  }, [id])
  useEffect(() => void load(), [load])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` says that there is something new to read.
  useEffect(() => {
    let vigente = true
    Promise.all([listGuardados(id), listFotosLocales(id)]).then(
      ([todos, locales]) => {
        if (!vigente || !sesion) return
        setFotos(locales.filter((f) => isSuyo(f, sesion)))
        // A scan that is being written to the database now is not in the data that were read.
        const leidos = todos.filter((g) => isSuyo(g, sesion))
        const ids = new Set(leidos.map((g) => g.id))
        suyosRef.current = [...leidos, ...suyosRef.current.filter((g) => !ids.has(g.id) && !g.enviado)]
        setPropios(suyosRef.current)
      },
      () => {},
    )
    return () => {
      vigente = false
    }
  }, [id, version, sesion])

  const abierto = guardado?.contenedores !== undefined
  useReintento(abierto, sync, SONDEO_MS)

  const cuenta = useMemo(() => {
    if (!guardado?.contenedores) return undefined
    const suyos = recibidos?.escaneos ?? []
    const indice = createIndice(guardado.contenedores, suyos)
    const conFoto = new Set([...(recibidos?.fotos ?? []), ...fotos.map((f) => f.id)])
    const escaneos = joinEscaneos(suyos, propios, indice, conFoto)
    const lineas = buildLineas(guardado.recuento, indice.porMac.values(), escaneos, NADA)
    return { indice, lineas, conFoto, cifras: sumLineas(lineas, guardado.recuento.esperados) }
  }, [guardado, recibidos, propios, fotos])
  const actual = useRef(cuenta)
  actual.current = cuenta
  /** All scans so far, including the latest ones. */
  const mergeAhora = useCallback((de: NonNullable<typeof cuenta>) => {
    const recibidosYa = ultimos.current?.escaneos ?? []
    return mergeEscaneos(joinEscaneos(recibidosYa, suyosRef.current, de.indice, de.conFoto))
  }, [])

  /** Scans are processed one after another: the second scan of a container finds the first. */
  const turno = useRef<Promise<unknown>>(Promise.resolve())
  const add = useCallback(
    (codigo: string, modo: ModoEscaneo, donde: string | null, anula: string | null = null) => {
      const work = async () => {
        const texto = cleanCodigo(codigo)
        if (!actual.current || !sesion || !guardado || texto === null) return undefined
        const { indice } = actual.current
        const { contenedor, mac, apodo } = findCodigo(texto, indice)
        const autor = { id: sesion.id, empresa: sesion.empresa }
        const [nuevo] = await saveEscaneos([
          {
            recuento: id,
            autor,
            persona: sesion.nombre,
            codigo: texto,
            mac,
            apodo,
            momento: Date.now(),
            modo,
            donde,
            anula,
          },
        ])
        if (!nuevo) return undefined
        suyosRef.current = [...suyosRef.current, nuevo]
        setPropios(suyosRef.current)
        void sendEscaneos().catch(() => {})
        const clave = claveOf({ mac: contenedor?.mac ?? null, codigo: texto })
        const suyos = mergeAhora(actual.current).get(clave) ?? []
        const [linea] = buildLineas(guardado.recuento, contenedor ? [contenedor] : [], suyos, NADA)
        return { linea, veces: suyos.length - 1 }
      }
      const hecho = turno.current.then(work, work)
      turno.current = hecho
      return hecho
    },
    [guardado, id, sesion, mergeAhora],
  )

  /** Undo all scans of a container or code. */
  const undo = useCallback(
    async (clave: string) => {
      if (!actual.current) return
      const suyos = mergeAhora(actual.current).get(clave) ?? []
      for (const e of suyos) await add(e.codigo, 'lista', null, e.id)
    },
    [add, mergeAhora],
  )

  /** Store a photo of an unknown code, with its first scan. Rejects if the file is no picture, or if there is no space left. */
  const addFoto = useCallback(
    async (clave: string, fuente: Blob | HTMLVideoElement) => {
      const jpeg = await compress(fuente, FOTO)
      if (!actual.current || !sesion) return
      const [escaneo] = mergeAhora(actual.current).get(clave) ?? []
      if (!escaneo) return
      const autor = { id: sesion.id, empresa: sesion.empresa }
      await saveFotoLocal({ id: escaneo.id, recuento: id, autor, jpeg: await jpeg.arrayBuffer() })
      void sendEscaneos().catch(() => {})
    },
    [id, sesion, mergeAhora],
  )

  const fotosRecuento = useMemo(
    () => ({ recuento: id, locales: fotos, onFoto: addFoto }),
    [id, fotos, addFoto],
  )
  return {
    guardado,
    /** Retry. */
    load,
    cuenta,
    error,
    enLinea,
    sinEnviar: propios.filter((g) => !g.enviado && g.error === undefined).length,
    fotosSinEnviar: fotosPendientes(fotos, propios).length,
    rechazados: propios.filter((g) => g.error !== undefined),
    fotosRechazadas: fotos.filter((f) => f.error !== undefined),
    fotos: fotosRecuento,
    add,
    undo,
    sync,
    /** Refetch it from the server, after it was closed or signed. */
    reload: async () => {
      setGuardado(await fetchRecuento(id))
    },
    sinConexion: error instanceof ErrorLlamada && error.sinServidor,
  }
}
export type Cuenta = ReturnType<typeof useCuenta>
export type Fotos = Cuenta['fotos']
