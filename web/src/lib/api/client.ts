// Asks the server. Whatever goes wrong becomes an ApiError with a sentence that can be shown.
import type { Address } from './addresses';
import type { ActionResult, ApproveAction, EndAction, PauseAction, Problem, SatisfyAction } from './types';
import { access } from './access.svelte';

const kLongestMs = 20_000;

export class ApiError extends Error {
  constructor(
    readonly status: number, // 0: the server did not answer.
    message: string,
    readonly hint: string | null,
  ) {
    super(message);
  }
}

function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null || !('error' in value)) return false;
  const { error } = value;
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
}

async function problemOf(response: Response): Promise<ApiError> {
  if (response.status === 401) access.refuse();
  const body: unknown = await response.json().catch(() => null);
  if (isProblem(body)) return new ApiError(response.status, body.error.message, body.error.hint);
  return new ApiError(response.status, `The server answered with ${response.status}.`, null);
}

// What a failed fetch means. One that was aborted is the caller's own doing and passes as it is.
function failureOf(cause: unknown, otherwise: ApiError): unknown {
  if (!(cause instanceof DOMException)) return otherwise;
  if (cause.name === 'AbortError') return cause;
  return cause.name === 'TimeoutError' ? new ApiError(0, 'The server took too long to answer.', null) : otherwise;
}

// What early.ts has asked for already; once, and only for what is wanted now.
function takeEarly(path: string): Promise<Response> | null {
  const early = window.askedEarly;
  if (early?.path !== path) return null;
  delete window.askedEarly;
  return early.answer;
}

async function send<Answer>(path: string, init: RequestInit & { signal?: AbortSignal }): Promise<Answer> {
  // A browser has six connections to a server; one that hangs must not keep its place for ever.
  const limit = AbortSignal.timeout(kLongestMs);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  let response: Response;
  try {
    response = await (takeEarly(path) ?? fetch(path, { credentials: 'same-origin', ...init, signal }));
  } catch (cause) {
    throw failureOf(cause, new ApiError(0, 'The server does not answer.', 'Is `holdfast serve` still running?'));
  }
  if (!response.ok) throw await problemOf(response);
  try {
    return (await response.json()) as Answer; // The contract is tested at the server.
  } catch (cause) {
    throw failureOf(cause, new ApiError(response.status, 'The answer of the server could not be read.', null));
  }
}

export function get<Answer>(address: Address<Answer>, signal?: AbortSignal): Promise<Answer> {
  return send<Answer>(address, {
    headers: { accept: 'application/json' },
    ...(signal ? { signal } : {}),
  });
}

export interface Actions {
  approve: ApproveAction;
  satisfy: SatisfyAction;
  pause: PauseAction;
  end: EndAction;
}

export function act<Name extends keyof Actions>(name: Name, body: Actions[Name]): Promise<ActionResult> {
  return send<ActionResult>(`/api/v1/actions/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
}

export function asApiError(cause: unknown): ApiError | null {
  if (cause instanceof ApiError) return cause;
  if (cause instanceof DOMException && cause.name === 'AbortError') return null;
  return new ApiError(0, cause instanceof Error ? cause.message : 'Something went wrong.', null);
}
