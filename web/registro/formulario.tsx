import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ConfirmSerie } from '../dominio/confirm-serie'
import { apodoDeCodigo, macDeCodigo } from '../dominio/escaner/codigo'
import type { ErrorLlamada } from '../lib/api'
import { useSesion } from '../lib/sesion'
import { Campos } from './campos'
import { enqueue } from './cola'
import { register } from './envio'
import { registradoQuery } from './queries'
import { type Campo, type Datos, INICIAL, registroDe, review } from './reglas'

const Escaner = lazy(() => import('../dominio/escaner/escaner').then((m) => ({ default: m.Escaner })))

const REINICIO_MS = 2_000
const MAL_CODIGO = "El código escaneado no tiene el formato esperado (ej: '20014 157 0 000777')."
const MALA_MAC = 'El código escaneado no es una MAC ni un número de serie.'

const SIN_SITIO = {
  demasiados: 'No hay conexión, y ya esperan todos los registros que caben en este dispositivo.',
  lleno: 'No hay conexión, y el navegador no tiene sitio para guardar el registro en este dispositivo.',
}

type Mensaje = { tono: 'error' | 'success' | 'info'; texto: string; detalle?: string }

/** @param inicial what another part fills the form with; with another identity it does so again */
export function FormularioRegistro({
  mac,
  inicial,
}: {
  mac: string | undefined
  inicial: Datos | undefined
}) {
  const sesion = useSesion()
  const [datos, setDatos] = useState<Datos>({ ...INICIAL, mac_serie: mac ?? '' })
  const [mensaje, setMensaje] = useState<Mensaje>()
  const [malo, setMalo] = useState<Campo>()
  const [fase, setFase] = useState<'libre' | 'enviando' | 'guardado'>('libre')
  const [dudosa, setDudosa] = useState<string>()
  const [escaneo, setEscaneo] = useState<'apodo' | 'mac_serie'>()
  const reinicio = useRef<ReturnType<typeof setTimeout>>(undefined)
  const registrado = useQuery({ ...registradoQuery(mac ?? ''), enabled: mac !== undefined })

  useEffect(() => () => clearTimeout(reinicio.current), [])
  useEffect(() => {
    if (inicial) setDatos(inicial)
  }, [inicial])
  useEffect(() => {
    if (mac) setDatos((previos) => ({ ...previos, mac_serie: mac }))
  }, [mac])
  useEffect(() => {
    const d = registrado.data
    if (!d || !mac) return
    setDatos({
      apodo: d.Apodo ?? '',
      mac_serie: mac,
      tipo_dispositivo: d.TipoDispositivo,
      estado: d.Valor,
      etiqueta: d.Etiqueta ?? '',
      lat: d.TipoDispositivo === 'Reader' ? String(d.Lat ?? '') : '',
      lon: d.TipoDispositivo === 'Reader' ? String(d.Lon ?? '') : '',
    })
  }, [registrado.data, mac])

  const change = (cambio: Partial<Datos>) => {
    setDatos((previos) => ({ ...previos, ...cambio }))
    setMalo(undefined)
    if (mensaje?.tono !== 'success') setMensaje(undefined)
  }
  const onScan = useCallback(
    (texto: string) => {
      const valor = escaneo === 'apodo' ? apodoDeCodigo(texto) : macDeCodigo(texto)
      setEscaneo(undefined)
      if (!valor || !escaneo) {
        setMensaje({ tono: 'error', texto: escaneo === 'apodo' ? MAL_CODIGO : MALA_MAC })
        return
      }
      navigator.vibrate?.(80)
      setMensaje(undefined)
      setMalo(undefined)
      setDatos((previos) => ({ ...previos, [escaneo]: valor }))
    },
    [escaneo],
  )

  const finish = (texto: Mensaje) => {
    setMensaje(texto)
    setFase('guardado')
    reinicio.current = setTimeout(() => {
      // A field takes the focus only once it is drawn as free to write in.
      flushSync(() => {
        setDatos(INICIAL)
        setMensaje(undefined)
        setFase('libre')
      })
      document.getElementById('registro-apodo')?.focus()
    }, REINICIO_MS)
  }
  /** @param esSerie the person has said that what is no MAC is a serial number */
  const send = async (esSerie = false) => {
    const fallo = review(datos, {
      apodo: registrado.data?.Apodo,
      esSerie: esSerie || (registrado.data !== undefined && datos.mac_serie === mac),
    })
    setMalo(fallo?.campo)
    if (fallo?.confirmar) {
      setDudosa(fallo.texto)
      return
    }
    if (fallo) {
      setMensaje({ tono: 'error', texto: fallo.texto })
      document.getElementById(`registro-${fallo.campo}`)?.focus()
      return
    }
    const registro = registroDe(datos, esSerie)
    setMensaje(undefined)
    setFase('enviando')
    try {
      await register(registro)
      finish({ tono: 'success', texto: '¡Datos guardados correctamente!' })
    } catch (causa) {
      const { status, message } = causa as ErrorLlamada
      const queda = status === 0 && sesion ? enqueue(registro, sesion) : undefined
      if (queda === 'guardado') {
        finish({
          tono: 'info',
          texto: 'Sin conexión: el registro queda en este dispositivo y se enviará solo.',
        })
        return
      }
      setMensaje({
        tono: 'error',
        texto: 'No se pudo guardar. Por favor, intenta de nuevo.',
        detalle: queda ? SIN_SITIO[queda] : status === 0 ? undefined : message,
      })
      setFase('libre')
    }
  }

  return (
    <Box
      component="form"
      noValidate
      aria-label="Registro de dispositivo"
      onSubmit={(e) => {
        e.preventDefault()
        void send()
      }}
      sx={{ display: 'grid', gap: 4 }}
    >
      <Campos datos={datos} onChange={change} malo={malo} onScan={setEscaneo} disabled={fase !== 'libre'} />
      {mac && registrado.data && fase === 'libre' && !mensaje && (
        <Alert severity="info" variant="outlined">
          Este dispositivo ya está registrado: al guardar se cambian sus datos.
        </Alert>
      )}
      {mensaje && (
        <Alert severity={mensaje.tono} variant="outlined">
          {mensaje.texto}
          {mensaje.detalle && <Box sx={{ mt: 1, fontSize: 13 }}>{mensaje.detalle}</Box>}
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 2, justifyContent: 'flex-end' }}>
        <Button
          color="inherit"
          disabled={fase !== 'libre'}
          onClick={() => {
            setDatos(INICIAL)
            setMensaje(undefined)
            setMalo(undefined)
          }}
        >
          Limpiar
        </Button>
        <Button
          type="submit"
          variant="contained"
          size="large"
          loading={fase === 'enviando'}
          disabled={fase === 'guardado'}
        >
          Guardar
        </Button>
      </Box>
      <ConfirmSerie
        pregunta={dudosa}
        onCancel={() => {
          setDudosa(undefined)
          setMalo('mac_serie')
          setTimeout(() => document.getElementById('registro-mac_serie')?.focus())
        }}
        onConfirm={() => {
          setDudosa(undefined)
          void send(true)
        }}
      />
      {escaneo && (
        <Suspense>
          <Escaner
            abierto
            titulo={escaneo === 'apodo' ? 'Escanear contenedor' : 'Escanear MAC'}
            onCodigo={onScan}
            onClose={() => setEscaneo(undefined)}
          />
        </Suspense>
      )}
    </Box>
  )
}
