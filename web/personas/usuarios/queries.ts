import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { CLAVE } from '../../dominio/administracion/queries'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

export const usuariosQuery = (search: string | undefined, empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'usuarios', search, empresa],
    queryFn: ({ signal }) => call(api.listUsuarios, { query: { search, empresa }, signal }),
    placeholderData: keepPreviousData,
  })

export const seguridadQuery = queryOptions({
  queryKey: [...CLAVE, 'seguridad'],
  queryFn: ({ signal }) => call(api.getSeguridad, { signal }),
})
