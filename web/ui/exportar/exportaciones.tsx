import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { v4 as uuid } from 'uuid'
import { call } from '../../lib/api/api'
import { download } from '../../lib/api/download'
import { api } from '../../lib/api/llamadas'
import { useAviso } from '../feedback/aviso'
import type { Exportacion } from './exportacion'
import { PanelExportaciones } from './panel'

const SONDEO_MS = 700

type Pedido = {
  /** Address of the call, without the file name at its end. */
  url: string
  /** Request body of a POST call; the file name is added to it. */
  cuerpo?: object
  /** File name. */
  nombre: string
  /** Message when it fails; the reason is appended. */
  error: string
}

type Exportaciones = { startExport: (p: Pedido) => void; enMarcha: ReadonlySet<string> }

const Contexto = createContext<Exportaciones | null>(null)

/** Starts exports, and knows the running ones. They continue when the user changes screen. */
export function useExportaciones(): Exportaciones {
  const valor = useContext(Contexto)
  if (!valor) throw new Error('useExportaciones needs ProveedorExportaciones')
  return valor
}

export function ProveedorExportaciones({ children }: { children: ReactNode }) {
  const [lista, setLista] = useState<Exportacion[]>([])
  const cortes = useRef(new Map<string, AbortController>())
  const aviso = useAviso()

  const startExport = useCallback(
    ({ url, cuerpo, nombre, error }: Pedido) => {
      const id = uuid()
      const corte = new AbortController()
      cortes.current.set(id, corte)
      setLista((previa) => [...previa, { id, nombre, desde: Date.now() }])
      const conNombre = cuerpo ? url : `${url}${url.includes('?') ? '&' : '?'}exportacion=${id}`
      download(conNombre, nombre, corte.signal, cuerpo && { ...cuerpo, exportacion: id })
        .catch((causa: Error) => {
          if (!corte.signal.aborted) aviso.error(`${error}: ${causa.message}`)
        })
        .finally(() => {
          cortes.current.delete(id)
          setLista((previa) => previa.filter((e) => e.id !== id))
        })
    },
    [aviso],
  )
  const cancel = useCallback(
    (id: string) => {
      cortes.current.get(id)?.abort()
      aviso.info('Exportación cancelada')
    },
    [aviso],
  )

  const ids = lista.map((e) => e.id).join()
  useEffect(() => {
    if (!ids) return
    const corte = new AbortController()
    const reloj = setInterval(() => {
      for (const id of ids.split(','))
        call(api.getExportacion, { params: { id }, signal: corte.signal }).then(
          (avance) => setLista((previa) => previa.map((e) => (e.id === id ? { ...e, avance } : e))),
          // The progress may be unknown; the file still arrives.
          () => {},
        )
    }, SONDEO_MS)
    return () => {
      clearInterval(reloj)
      corte.abort()
    }
  }, [ids])

  useEffect(() => {
    const todos = cortes.current
    return () => {
      for (const corte of todos.values()) corte.abort()
    }
  }, [])

  const valor = useMemo(
    () => ({ startExport, enMarcha: new Set(lista.map((e) => e.nombre)) }),
    [startExport, lista],
  )
  return (
    <Contexto value={valor}>
      {children}
      <PanelExportaciones lista={lista} onCancel={cancel} />
    </Contexto>
  )
}
