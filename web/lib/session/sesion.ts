import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { UsuarioSesion, validateToken } from '#contract/personas/acceso/sesion'
import { forgetRespuestas } from '../api/antiguo'
import { call, ErrorLlamada } from '../api/api'
import { api } from '../api/llamadas'
import { recuerdo } from '../recuerdo'
import { setEmpresa } from './empresa'
import { isAdministrador } from './rol'

/** The bearer token that change_password sends. */
const CLAVE_TOKEN = 'token'
/** Recent choices of the command palette. */
export const CLAVE_RECIENTES = 'retorna.recientes'

/** The last session of this browser, used to open the app without network. */
const CLAVE_SESION = 'retorna.sesion'

/** The session, or null if there is none. Cached for 15 s, so that a burst of navigations asks once. */
export const sesionQuery = queryOptions({
  queryKey: ['sesion'],
  queryFn: async ({ signal }) => {
    try {
      const { user, empresa, modo, inicio, pendiente } = await call(api.validateToken, { signal })
      return remember({ ...user, empresa, modo, inicio, pendiente })
    } catch (causa) {
      if (causa instanceof ErrorLlamada && causa.status === 401) {
        recuerdo.remove(CLAVE_SESION)
        forgetRespuestas()
        return null
      }
      throw causa
    }
  },
  staleTime: (consulta) => (consulta.state.data ? 15_000 : 0),
})

export type Sesion = UsuarioSesion &
  Pick<z.output<typeof validateToken.response>, 'empresa' | 'modo' | 'inicio' | 'pendiente'>

function remember(sesion: Sesion): Sesion {
  if (sesionRecordada()?.username !== sesion.username) forgetRespuestas()
  recuerdo.set(CLAVE_SESION, JSON.stringify(sesion))
  return sesion
}

/**
 * The person of the last session that the server confirmed, or null. Only used to open the app while the server does not answer; the server
 * always decides what that person may see or do.
 */
export function sesionRecordada(): Sesion | null {
  try {
    const guardada = JSON.parse(recuerdo.get(CLAVE_SESION) ?? 'null')
    return typeof guardada?.username === 'string' && typeof guardada.modo === 'string' ? guardada : null
  } catch {
    return null
  }
}

/** Reads the cached session. Only the route guard asks the server for it. */
export function useSesion(): Sesion | null {
  return useQuery({ ...sesionQuery, enabled: false }).data ?? null
}

export function useAdministra(): boolean {
  const sesion = useSesion()
  return sesion !== null && isAdministrador(sesion)
}

/** Whether the role may change anything: actions that it may not do are not offered. */
export const useCambia = (): boolean => useSesion()?.rol !== 'lectura'

export const tokenDeCambio = () => recuerdo.get(CLAVE_TOKEN)
export const setTokenDeCambio = (token: string) => recuerdo.set(CLAVE_TOKEN, token)

export async function startSesion(
  cliente: QueryClient,
  username: string,
  password: string,
  codigo?: string,
): Promise<Sesion> {
  const { user, empresa, modo, inicio, token, pendiente } = await call(api.login, {
    body: { username, password, codigo },
  })
  forgetSesion(cliente)
  setTokenDeCambio(token)
  const sesion = remember({ ...user, empresa, modo, inicio, pendiente })
  cliente.setQueryData(sesionQuery.queryKey, sesion)
  return sesion
}

/** @returns address at which the session at the identity provider is ended too; undefined: none */
export async function endSesion(cliente: QueryClient): Promise<string | undefined> {
  let salida: string | undefined
  try {
    salida = (await call(api.logout)).salida
  } catch (causa) {
    // If the server has already ended the session, the browser still drops it.
    if (!(causa instanceof ErrorLlamada && causa.status === 401)) throw causa
  }
  forgetSesion(cliente)
  return salida
}

const alOlvidar = new Set<() => void>()

/** `fn` runs whenever a session is dropped. A module that the login page does not load registers its cleanup here. */
export function onSesionForgotten(fn: () => void): void {
  alOlvidar.add(fn)
}

/** Drop everything that belongs to the session, so that the next person on this device sees none of it. */
export function forgetSesion(cliente: QueryClient): void {
  for (const fn of alOlvidar) fn()
  setEmpresa(undefined)
  forgetRespuestas()
  recuerdo.remove(CLAVE_TOKEN)
  recuerdo.remove(CLAVE_SESION)
  recuerdo.remove(CLAVE_RECIENTES)
  cliente.removeQueries({ predicate: (q) => q.queryKey[0] !== 'instalacion' && q.queryKey[0] !== 'sesion' })
  cliente.setQueryData(sesionQuery.queryKey, null)
}
