import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { login, logout, validateToken } from '#contract/sesion'
import { ErrorLlamada, llamar } from './api'
import { setEmpresa } from './empresa'
import { cerrarLive } from './live'

/** What change_password sends as bearer. */
const CLAVE_TOKEN = 'token'

/** The session, or null when there is none. Good for 15 s, so that a burst of navigations asks once. */
export const sesionQuery = queryOptions({
  queryKey: ['sesion'],
  queryFn: async ({ signal }) => {
    try {
      const { empresa, user } = await llamar(validateToken, { signal })
      return { ...user, empresa }
    } catch (causa) {
      if (causa instanceof ErrorLlamada && causa.status === 401) return null
      throw causa
    }
  },
  staleTime: (consulta) => (consulta.state.data ? 15_000 : 0),
})

export type Sesion = NonNullable<Awaited<ReturnType<NonNullable<typeof sesionQuery.queryFn>>>>

/** Reads only: asking the server is the route guard's part. */
export function useSesion(): Sesion | null {
  return useQuery({ ...sesionQuery, enabled: false }).data ?? null
}

export async function iniciarSesion(
  cliente: QueryClient,
  username: string,
  password: string,
): Promise<Sesion> {
  const { user, empresa, token } = await llamar(login, { body: { username, password } })
  olvidarSesion(cliente)
  localStorage.setItem(CLAVE_TOKEN, token)
  const sesion = { ...user, empresa }
  cliente.setQueryData(sesionQuery.queryKey, sesion)
  return sesion
}

export async function cerrarSesion(cliente: QueryClient): Promise<void> {
  try {
    await llamar(logout)
  } catch (causa) {
    // A session that had already ended is closed all the same.
    if (!(causa instanceof ErrorLlamada && causa.status === 401)) throw causa
  }
  olvidarSesion(cliente)
}

/** Drop everything that belonged to the session, so that the next person at this screen sees nothing of it. */
export function olvidarSesion(cliente: QueryClient): void {
  cerrarLive()
  setEmpresa(undefined)
  localStorage.removeItem(CLAVE_TOKEN)
  cliente.removeQueries({ predicate: (q) => q.queryKey[0] !== 'ajustes' && q.queryKey[0] !== 'sesion' })
  cliente.setQueryData(sesionQuery.queryKey, null)
}
