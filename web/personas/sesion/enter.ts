import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ErrorLlamada } from '../../lib/api/api'
import { startSesion } from '../../lib/session/sesion'
import { useAviso } from '../../ui/feedback/aviso'

/** Duration of the welcome message before the redirect. */
const ESPERA_MS = 1_500

export function useEnter(onEnter: () => void) {
  const queryClient = useQueryClient()
  const aviso = useAviso()
  const [fase, setFase] = useState<'quieto' | 'enviando' | 'dentro'>('quieto')
  const [fallo, setFallo] = useState<string>()
  /** The password is correct, and the account also needs a code. */
  const [conCodigo, setConCodigo] = useState(false)
  const reloj = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(reloj.current), [])

  const enter = async (username: string, password: string, codigo?: string) => {
    if (fase !== 'quieto') return
    setFase('enviando')
    setFallo(undefined)
    try {
      const { nombre } = await startSesion(queryClient, username, password, codigo)
      setFase('dentro')
      aviso.exito(`¡Te damos la bienvenida, ${nombre}!`)
      reloj.current = setTimeout(onEnter, ESPERA_MS)
    } catch (causa) {
      if (causa instanceof ErrorLlamada && causa.code === 'segundo_factor') {
        setFase('quieto')
        setConCodigo(true)
        return
      }
      const { alerta, toast } = explain(causa)
      setFase('quieto')
      setFallo(alerta)
      aviso.error(toast)
    }
  }
  return { enter, fase, fallo, conCodigo, forgetCodigo: () => setConCodigo(false) }
}

function explain(causa: unknown): { alerta: string; toast: string } {
  const status = causa instanceof ErrorLlamada ? causa.status : undefined
  if (causa instanceof ErrorLlamada && causa.code === 'segundo_factor_incorrecto')
    return { alerta: causa.message, toast: causa.message }
  if (status === 400 || status === 401)
    return { alerta: 'Usuario o contraseña incorrectos', toast: 'Usuario o contraseña incorrectos.' }
  // The address is wrong, not the account; the server's message names the right one.
  if (causa instanceof ErrorLlamada && status === 403)
    return { alerta: causa.message, toast: 'No se pudo iniciar la sesión.' }
  if (status === 429)
    return {
      alerta: 'Demasiados intentos seguidos. Espera unos minutos y vuelve a probar.',
      toast: 'Demasiados intentos seguidos.',
    }
  if (status === 0)
    return {
      alerta: 'No hay conexión con el servidor. Comprueba la red y vuelve a probar.',
      toast: 'No hay conexión con el servidor.',
    }
  return {
    alerta: 'El servidor no ha podido iniciar la sesión. Vuelve a probar dentro de un momento.',
    toast: 'No se pudo iniciar la sesión.',
  }
}
