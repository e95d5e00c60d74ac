import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Acceso, decide, isDeTercero } from '../app-shell/guardia'
import type { Sesion } from '../lib/session/sesion'
import { ANTIGUOS, DE_CUENTA, type Entrada, PRINCIPALES, pestanasOf, SIN_ENTRADA } from './entradas'
import { visibilidad } from './visibilidad'

export type Pantallas = { deCuenta: (typeof DE_CUENTA)[number][]; todas: Entrada[] }

/** The screens that a user is shown and that the route guard allows, in the order of the bar. */
export function pantallasOf(
  sesion: Pick<Sesion, 'modo' | 'rol' | 'pendiente'>,
  accesoOf: (ruta: Entrada['to']) => Acceso,
): Pantallas {
  const ve = visibilidad(isDeTercero(sesion) ? undefined : sesion.modo)
  const reaches = ({ to }: Entrada) => decide(accesoOf(to), sesion) === 'seguir'
  const deCuenta = DE_CUENTA.filter((e) => (ve.manuales || e.to !== '/Manuales') && reaches(e))
  const todas = [
    ...(ve.principales ? PRINCIPALES : []),
    ...deCuenta,
    ...SIN_ENTRADA,
    ...(ve.datosAntiguos ? ANTIGUOS : []),
    ...pestanasOf(sesion.rol === 'admin'),
  ]
  return { deCuenta, todas: todas.filter(reaches) }
}

export function usePantallas(sesion: Sesion): Pantallas {
  const { routesByPath } = useRouter()
  return useMemo(
    () => pantallasOf(sesion, (ruta) => routesByPath[ruta].options.staticData?.acceso ?? 'sesion'),
    [sesion, routesByPath],
  )
}
