import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { listAuditoria } from '#contract/auditoria'
import { listCuarentena, listLectores, listVistos } from '#contract/lecturas'
import { isAdmin } from '#contract/sesion'
import { getSeguridad, listUsuarios } from '#contract/usuarios'
import { llamar } from '../lib/api'
import { empresasQuery } from '../lib/opciones'

/** All that this screen reads begins with it. */
export const CLAVE = ['administracion'] as const

export const esAdminQuery = queryOptions({
  queryKey: [...CLAVE, 'is_admin'],
  queryFn: async ({ signal }) => (await llamar(isAdmin, { signal })).is_admin,
})

export const usuariosQuery = (search: string | undefined, empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'usuarios', search, empresa],
    queryFn: ({ signal }) => llamar(listUsuarios, { query: { search, empresa }, signal }),
    placeholderData: keepPreviousData,
  })

export const lectoresQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'lectores', empresa],
    queryFn: ({ signal }) => llamar(listLectores, { query: { empresa }, signal }),
    refetchInterval: 60_000,
  })

export const vistosQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'vistos', empresa],
    queryFn: ({ signal }) => llamar(listVistos, { query: { empresa, limite: 1000 }, signal }),
    refetchInterval: 60_000,
  })

export const cuarentenaQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'cuarentena', empresa],
    queryFn: ({ signal }) => llamar(listCuarentena, { query: { empresa, limite: 500 }, signal }),
  })

export type FiltrosAuditoria = {
  search?: string
  entidad?: string
  accion?: 'crear' | 'cambiar' | 'eliminar'
  desde?: string
  hasta?: string
  empresa?: number
}

export const auditoriaQuery = (filtros: FiltrosAuditoria, page: number, per_page: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'auditoria', filtros, page, per_page],
    queryFn: ({ signal }) => llamar(listAuditoria, { query: { ...filtros, page, per_page }, signal }),
    placeholderData: keepPreviousData,
  })

export const seguridadQuery = queryOptions({
  queryKey: [...CLAVE, 'seguridad'],
  queryFn: ({ signal }) => llamar(getSeguridad, { signal }),
})

/** Companies by number, and the name of one. */
export function useEmpresas() {
  const { data: empresas } = useQuery(empresasQuery)
  const nombreDe = useCallback(
    (id: number) => empresas?.find((e) => e.id === id)?.nombre ?? `Empresa ${id}`,
    [empresas],
  )
  return { empresas, nombreDe }
}
