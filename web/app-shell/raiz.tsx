import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useAlmacen } from '../lib/session/almacen'
import { useSesion } from '../lib/session/sesion'
import { useKonami } from '../relics/secreto/konami'
import { useAviso } from '../ui/feedback/aviso'
import { denegada } from './denegada'

/** Shared by every screen: the document title, and the keys of the secret screen. */
export function Raiz() {
  const titulo = useMatches({ select: (rutas) => rutas.at(-1)?.staticData.titulo })
  useEffect(() => {
    document.title = titulo ? `${titulo} · Retorna` : 'Retorna'
  }, [titulo])
  useKonami()
  useTellPermisos()
  return <Outlet />
}

/** For this long it is clear what a screen that may not be opened is due to. */
const RECIENTE_MS = 5_000

/** Toasts: an administrator has changed the permissions of this user, or they have asked for a screen that they may not open. */
function useTellPermisos() {
  const sesion = useSesion()
  const texto = useAlmacen(denegada)
  const aviso = useAviso()
  const previa = useRef(sesion)
  const cambio = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const antes = previa.current
    previa.current = sesion
    if (antes?.username !== sesion?.username || !antes || !sesion) return
    if (antes.rol === sesion.rol && antes.empresa === sesion.empresa) return
    cambio.current = performance.now()
    aviso.info('Tus permisos han cambiado.')
  }, [sesion, aviso])
  useEffect(() => {
    if (texto === undefined) return
    denegada.set(undefined)
    if (performance.now() - cambio.current > RECIENTE_MS) aviso.info(texto)
  }, [texto, aviso])
}
