import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSesion } from '../lib/session/sesion'
import { useKonami } from '../secreto/konami'
import { useAviso } from '../ui/feedback/aviso'

/** Shared by every screen: the document title, and the keys of the secret screen. */
export function Raiz() {
  const titulo = useMatches({ select: (rutas) => rutas.at(-1)?.staticData.titulo })
  useEffect(() => {
    document.title = titulo ? `${titulo} · Retorna` : 'Retorna'
  }, [titulo])
  useKonami()
  useCambioDePermisos()
  return <Outlet />
}

/** An administrator has changed the permissions of this user while a screen was open. */
function useCambioDePermisos() {
  const sesion = useSesion()
  const aviso = useAviso()
  const previa = useRef(sesion)
  useEffect(() => {
    const antes = previa.current
    previa.current = sesion
    if (antes?.username !== sesion?.username || !antes || !sesion) return
    if (antes.rol !== sesion.rol || antes.empresa !== sesion.empresa) aviso.info('Tus permisos han cambiado.')
  }, [sesion, aviso])
}
