import { queryOptions } from '@tanstack/react-query'
import { nombreDeAgente } from './agente'

/** Push state of this device: why push is not possible, or whether it is on. */
export type EstadoPush =
  | { estado: 'no_seguro' | 'no_admite' | 'denegado' | 'sin_trabajador' | 'apagado' }
  | { estado: 'encendido'; direccion: string }

async function readEstado(): Promise<EstadoPush> {
  if (!window.isSecureContext) return { estado: 'no_seguro' }
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return { estado: 'no_admite' }
  if (Notification.permission === 'denied') return { estado: 'denegado' }
  const registro = await navigator.serviceWorker.getRegistration()
  if (!registro) return { estado: 'sin_trabajador' }
  const s = await registro.pushManager.getSubscription()
  return s ? { estado: 'encendido', direccion: s.endpoint } : { estado: 'apagado' }
}

export const estadoPushQuery = queryOptions({
  queryKey: ['perfil', 'push', 'este'],
  queryFn: readEstado,
  staleTime: 0,
})

function bytesOf(clave: string): Uint8Array<ArrayBuffer> {
  const texto = atob(clave.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(texto, (c) => c.charCodeAt(0))
}

/** Asks the user and the browser for permission; returns the data that the server needs about this device. Throws an error in Spanish. */
export async function subscribeHere(clave: string) {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('El navegador no ha dado permiso para mostrar avisos.')
  const registro = await navigator.serviceWorker.ready
  const previa = await registro.pushManager.getSubscription()
  // A subscription with the keys of another installation would never receive anything.
  await previa?.unsubscribe()
  const s = await registro.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(clave) })
    .catch(() => {
      throw new Error('El servicio de avisos del navegador no responde. Inténtelo más tarde.')
    })
  const { endpoint: direccion, keys } = s.toJSON()
  return {
    direccion: direccion as string,
    p256dh: keys?.p256dh as string,
    auth: keys?.auth as string,
    aparato: nombreDeAgente(navigator.userAgent).slice(0, 80),
  }
}

export async function unsubscribeHere(): Promise<void> {
  const registro = await navigator.serviceWorker.getRegistration()
  await (await registro?.pushManager.getSubscription())?.unsubscribe()
}
