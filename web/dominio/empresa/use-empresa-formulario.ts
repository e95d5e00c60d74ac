import { useQuery } from '@tanstack/react-query'
import type { Empresa } from '#contract/personas/acceso/sesion'
import { empresasQuery } from '../../lib/opciones'
import { useEmpresa } from '../../lib/session/empresa'
import { useSesion } from '../../lib/session/sesion'

type Opcion = Pick<Empresa, 'id' | 'nombre'>

type Sabido = {
  /** Chosen in the bar; undefined: all. */
  elegida: number | undefined
  /** Of the account. */
  propia: number | undefined
  /** Companies that the account sees; undefined: not loaded yet. */
  visibles: readonly Opcion[] | undefined
  /** The account sees all companies. */
  deTodas: boolean
  /** Chosen in the form itself. */
  pedida: number | undefined
}

/**
 * The company that a form reads and writes: the one of the bar; else, if there is a choice, the one that the form asks for; else the only
 * one. Undefined: nobody has said which.
 */
export function resolveEmpresa({ elegida, propia, visibles, deTodas, pedida }: Sabido): {
  empresa: number | undefined
  /** The form has to ask: it shows the field. */
  pregunta: boolean
} {
  if (elegida !== undefined) return { empresa: elegida, pregunta: false }
  if (!deTodas || visibles?.length === 1) return { empresa: propia, pregunta: false }
  return { empresa: pedida, pregunta: visibles !== undefined }
}

/** The company of a form. No form takes it from the session. @param pedida chosen in the form, where it asks */
export function useEmpresaFormulario(pedida?: number) {
  const elegida = useEmpresa()
  const sesion = useSesion()
  const { data: visibles } = useQuery(empresasQuery)
  const deTodas = sesion?.is_admin === true
  return {
    ...resolveEmpresa({ elegida, propia: sesion?.empresa, visibles, deTodas, pedida }),
    empresas: visibles ?? [],
  }
}
