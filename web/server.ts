/** Asking the server: the token if it wants one, requests, and a ticket for each socket, which can carry no header. */
import {
  HttpChannel,
  type MethodName,
  type ParamsArgument,
  type ParamsOf,
  type ResultOf,
  RpcClient,
  RpcError,
  type WshHttp,
} from '@polytty/client'
import { signal } from '@preact/signals'

const STORED = 'polytty-token'

/** True while the server asks for a token that is not known, or was the wrong one. */
export const needsToken = signal(false)

let known = sessionStorage.getItem(STORED)

/** Finds out whether it is the right one, and keeps it for this tab alone. */
export async function useToken(token: string): Promise<void> {
  await ask(token, 'get_server_info')
  known = token
  sessionStorage.setItem(STORED, token)
  needsToken.value = false
}

/** The page is at /ui, under whatever path the server has. */
const base = location.pathname.replace(/\/ui\/?$/, '')

export function call<M extends MethodName<WshHttp>>(
  method: M,
  ...params: ParamsArgument<ParamsOf<WshHttp, M>>
): Promise<ResultOf<WshHttp, M>> {
  return ask(known, method, ...params)
}

async function ask<M extends MethodName<WshHttp>>(
  token: string | null,
  method: M,
  ...params: ParamsArgument<ParamsOf<WshHttp, M>>
): Promise<ResultOf<WshHttp, M>> {
  try {
    return await new RpcClient<WshHttp>(new HttpChannel(base, { token: token ?? undefined })).call(method, ...params)
  } catch (error) {
    if (isRefusal(error, 'auth_required') || isRefusal(error, 'auth_invalid')) needsToken.value = true
    throw error
  }
}

export function isRefusal(error: unknown, code: string): boolean {
  return error instanceof RpcError && error.code === code
}

/** A socket on one of the server's paths. */
export async function openSocket(path: string, query: Record<string, string> = {}): Promise<WebSocket> {
  const { ticket } = await call('issue_ws_ticket')
  const url = new URL(`${base}${path}`, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  url.search = new URLSearchParams({ ...query, ticket }).toString()
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  return socket
}
