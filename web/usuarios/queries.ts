import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getSeguridad, listUsuarios } from '#contract/usuarios'
import { CLAVE } from '../administracion/queries'
import { llamar } from '../lib/api'

export const usuariosQuery = (search: string | undefined, empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'usuarios', search, empresa],
    queryFn: ({ signal }) => llamar(listUsuarios, { query: { search, empresa }, signal }),
    placeholderData: keepPreviousData,
  })

export const seguridadQuery = queryOptions({
  queryKey: [...CLAVE, 'seguridad'],
  queryFn: ({ signal }) => llamar(getSeguridad, { signal }),
})
