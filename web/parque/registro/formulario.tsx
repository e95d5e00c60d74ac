import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { normalizeMacSerie } from '#contract/values/comunes'
import { soloPanel } from '../../app-shell/guardia'
import { ConfirmSerie } from '../../dominio/confirm-serie'
import { CampoEmpresa } from '../../dominio/empresa/campo-empresa'
import { ASK_EMPRESA } from '../../dominio/empresa/para-empresa'
import { useEmpresaFormulario } from '../../dominio/empresa/use-empresa-formulario'
import { EnlaceContenedor } from '../../dominio/enlace-contenedor'
import { apodoDeCodigo, macDeCodigo } from '../../dominio/escaner/codigo'
import { ChangeEtiqueta, ConfirmRota } from '../../dominio/etiqueta/change-etiqueta'
import type { ErrorLlamada } from '../../lib/api/api'
import { useSesion } from '../../lib/session/sesion'
import { Button } from '../../ui/button'
import { Campos } from './campos'
import { cola } from './cola'
import { register } from './envio'
import { LugarRegistro, sendLugar } from './lugar'
import { registradoQuery } from './queries'
import type { Registrado } from './recientes'
import { type Campo, type Datos, INICIAL, registroOf, review } from './reglas'

const Escaner = lazy(() => import('../../dominio/escaner/escaner').then((m) => ({ default: m.Escaner })))

const REINICIO_MS = 2_000
const MAL_CODIGO = "El código escaneado no tiene el formato esperado (ej: '20014 157 0 000777')."
const MALA_MAC = 'El código escaneado no es una MAC ni un número de serie.'

const SIN_SITIO = {
  demasiados: 'No hay conexión, y ya esperan todos los registros que caben en este dispositivo.',
  lleno: 'No hay conexión, y el navegador no tiene sitio para guardar el registro en este dispositivo.',
}

const FALTA_EMPRESA = 'Elige de qué empresa es.'
const SIN_EMPRESAS = 'Todavía no se sabe qué empresas hay: hace falta conexión.'

const BIEN = '¡Datos guardados correctamente!'

const isMisma = (codigo: string, mac: string) => mac !== '' && macDeCodigo(codigo) === normalizeMacSerie(mac)

type Mensaje = {
  tono: 'error' | 'success' | 'info'
  texto: string
  detalle?: string
  /** The container that has this nickname already. */
  repetido?: string
}

type Props = {
  /** The code that was scanned on the way here. */
  mac: string | undefined
  apodo: string | undefined
  /** Continue with the scanner, because the other code is missing. */
  escanear: boolean
  /** Values from outside that fill the form; a new object fills it again. */
  inicial: Datos | undefined
  onRegister: (r: Registrado) => void
}

export function FormularioRegistro({ mac, apodo, escanear, inicial, onRegister }: Props) {
  const sesion = useSesion()
  const [datos, setDatos] = useState<Datos>({ ...INICIAL, mac_serie: mac ?? '', apodo: apodo ?? '' })
  /** Place of the containers, which is kept from one registration to the next. */
  const [lugar, setLugar] = useState<number>()
  const [mensaje, setMensaje] = useState<Mensaje>()
  const [malo, setMalo] = useState<Campo>()
  const [fase, setFase] = useState<'libre' | 'enviando' | 'guardado'>('libre')
  const [dudosa, setDudosa] = useState<string>()
  const [rota, setRota] = useState<string>()
  const [cambiando, setCambiando] = useState<string>()
  const [escaneo, setEscaneo] = useState<'apodo' | 'mac_serie' | undefined>(() =>
    escanear ? (mac ? 'apodo' : 'mac_serie') : undefined,
  )
  const [pedida, setPedida] = useState<number>()
  const { empresa, pregunta, empresas } = useEmpresaFormulario(pedida)
  const completo = useRef(false)
  const escritos = useRef(datos)
  escritos.current = datos
  const reinicio = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Fetched once: a later answer would overwrite what is being typed for the next container.
  const registrado = useQuery({
    ...registradoQuery(mac ?? ''),
    enabled: mac !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

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

  // The scanner restores the previous focus when it closes; this effect runs afterwards.
  useEffect(() => {
    if (escaneo || !completo.current) return
    completo.current = false
    document.getElementById('registro-guardar')?.focus()
  }, [escaneo])

  const change = (cambio: Partial<Datos>) => {
    setDatos((previos) => ({ ...previos, ...cambio }))
    setMalo(undefined)
    if (mensaje?.tono !== 'success') setMensaje(undefined)
  }
  const onScan = useCallback(
    (texto: string) => {
      // The camera may still see the code of the previous scan.
      const { apodo: suApodo, mac_serie } = escritos.current
      if (escaneo === 'mac_serie' ? suApodo && apodoDeCodigo(texto) === suApodo : isMisma(texto, mac_serie))
        return
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
      // If the other code is present too, only saving is left.
      completo.current = Boolean(escaneo === 'apodo' ? mac_serie : suApodo)
    },
    [escaneo],
  )

  const finish = (texto: Mensaje) => {
    setMensaje(texto)
    setFase('guardado')
    reinicio.current = setTimeout(() => {
      // A field can take the focus only after it is rendered as enabled.
      flushSync(() => {
        setDatos(INICIAL)
        setMensaje(undefined)
        setFase('libre')
      })
      document.getElementById('registro-apodo')?.focus()
    }, REINICIO_MS)
  }
  /** @param dicho what the user has confirmed: that an identifier that is no MAC is a serial number, that a broken tag works again */
  const send = async (dicho: { esSerie?: boolean; usarRota?: boolean } = {}) => {
    if (empresa === undefined && !registrado.data) {
      setMensaje({ tono: 'error', texto: pregunta ? FALTA_EMPRESA : SIN_EMPRESAS })
      return
    }
    const fallo = review(datos, {
      apodo: registrado.data?.Apodo,
      esSerie: dicho.esSerie || (registrado.data !== undefined && datos.mac_serie === mac),
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
    const registro = {
      ...registroOf(datos, empresa, dicho.esSerie),
      ...(dicho.usarRota && { usar_rota: true }),
    }
    setMensaje(undefined)
    setFase('enviando')
    try {
      const { data } = await register(registro)
      onRegister({
        mac: data.Dispositivo,
        apodo: data.Apodo ?? data.Dispositivo,
        empresa: data.empresa,
        lector: data.TipoDispositivo === 'Reader',
      })
      const dicho =
        lugar === undefined || registro.tipo_dispositivo === 'Reader'
          ? undefined
          : await sendLugar(registro.mac_serie, lugar, data.empresa)
      finish({ tono: 'success', texto: BIEN, ...(dicho && { detalle: dicho }) })
    } catch (causa) {
      const { status, message, code } = causa as ErrorLlamada
      if (code === 'etiqueta_rota') {
        setRota(message)
        setFase('libre')
        return
      }
      const queda = status === 0 && sesion ? await cola.enqueue({ registro }, sesion) : undefined
      if (typeof queda === 'object') {
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
        repetido:
          code === 'apodo_repetido' && registro.tipo_dispositivo !== 'Reader' ? registro.apodo : undefined,
      })
      setFase('libre')
    }
  }

  return (
    <>
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
        {pregunta && !registrado.data && (
          <CampoEmpresa empresas={empresas} elegida={empresa} onChoose={setPedida} helperText={ASK_EMPRESA} />
        )}
        <Campos datos={datos} onChange={change} malo={malo} onScan={setEscaneo} disabled={fase !== 'libre'} />
        {datos.tipo_dispositivo !== 'Reader' && (
          <LugarRegistro empresa={empresa} valor={lugar} onChange={setLugar} disabled={fase !== 'libre'} />
        )}
        {mac && registrado.data && fase === 'libre' && !mensaje && (
          <Alert severity="info" variant="outlined">
            Este dispositivo ya está registrado: al guardar se cambian sus datos.
            {sesion && !soloPanel(sesion) && registrado.data.TipoDispositivo !== 'Reader' && (
              <>
                {' '}
                Aquí está la ficha de <EnlaceContenedor apodo={registrado.data.Apodo ?? mac} />.
              </>
            )}
          </Alert>
        )}
        {mensaje && (
          <Alert severity={mensaje.tono} variant="outlined">
            {mensaje.texto}
            {mensaje.detalle && <Box sx={{ mt: 1, fontSize: 13 }}>{mensaje.detalle}</Box>}
            {mensaje.repetido && (
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                onClick={() => setCambiando(mensaje.repetido)}
                sx={{ mt: 2 }}
              >
                Ponerle esta etiqueta a {mensaje.repetido}
              </Button>
            )}
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
            id="registro-guardar"
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
            void send({ esSerie: true })
          }}
        />
        <ConfirmRota
          pregunta={rota}
          onCancel={() => setRota(undefined)}
          onConfirm={() => {
            setRota(undefined)
            // The server asks this last: the serial number was confirmed before.
            void send({ esSerie: true, usarRota: true })
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
      {cambiando && empresa !== undefined && (
        <ChangeEtiqueta
          apodo={cambiando}
          empresa={empresa}
          nueva={datos.mac_serie}
          onClose={() => setCambiando(undefined)}
          onChange={({ data, momento, deshacer_s }) => {
            const desde = Date.now()
            onRegister({
              mac: data.Dispositivo,
              apodo: data.Apodo ?? data.Dispositivo,
              empresa: data.empresa,
              lector: false,
              cambio: { momento, segundos: deshacer_s, desde },
            })
            finish({ tono: 'success', texto: BIEN })
          }}
        />
      )}
    </>
  )
}
