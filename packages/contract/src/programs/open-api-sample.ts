import { API_PREFIX } from '../endpoint.ts'
import { listConfigurations } from './open-api.ts'

export const sampleLanguages = ['curl', 'typescript', 'python', 'java'] as const
export type SampleLanguage = (typeof sampleLanguages)[number]

/**
 * A program that signs and sends one call: the first profile configurations. It takes the keys from the environment
 * variables ACCESS_KEY and SECRET_KEY, and prints the answer.
 */
export function openApiSample(language: SampleLanguage, origin: string): string {
  return samples[language](`${origin}${API_PREFIX}${listConfigurations.path}`)
}

/** A text as one argument of a shell. */
export const shellArgument = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A shell script that signs and sends the body to the address. */
export const signedCurl = (url: string, body: string) => `body=${shellArgument(body)}
timestamp=$(date +%s)000
request_id=$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen)
signature=$(printf '%s' "$timestamp$request_id$ACCESS_KEY$body" |
  openssl dgst -sha256 -hmac "$SECRET_KEY" | sed 's/^.* //')
curl -sS ${shellArgument(url)} \\
  -H 'Content-Type: application/json' -H "AccessKey: $ACCESS_KEY" -H "Timestamp: $timestamp" \\
  -H "RequestID: $request_id" -H "Signature: $signature" --data-binary "$body"
`

const samples: Readonly<Record<SampleLanguage, (url: string) => string>> = {
  curl: (url) => signedCurl(url, '{"pageParam":{"pageNum":1,"pageSize":20}}'),
  typescript: (url) => `import { createHmac, randomUUID } from 'node:crypto'

const { ACCESS_KEY = '', SECRET_KEY = '' } = process.env
const body = JSON.stringify({ pageParam: { pageNum: 1, pageSize: 20 } })
const timestamp = String(Date.now())
const requestId = randomUUID()
const signature = createHmac('sha256', SECRET_KEY)
  .update(timestamp + requestId + ACCESS_KEY + body)
  .digest('hex')
const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    AccessKey: ACCESS_KEY,
    Timestamp: timestamp,
    RequestID: requestId,
    Signature: signature,
  },
  body,
})
console.log(await response.text())
`,
  python: (url) => `import hashlib, hmac, json, os, time, urllib.request, uuid

access_key, secret_key = os.environ["ACCESS_KEY"], os.environ["SECRET_KEY"]
body = json.dumps({"pageParam": {"pageNum": 1, "pageSize": 20}}).encode()
timestamp = str(int(time.time() * 1000))
request_id = str(uuid.uuid4())
signed = (timestamp + request_id + access_key).encode() + body
signature = hmac.new(secret_key.encode(), signed, hashlib.sha256).hexdigest()
request = urllib.request.Request("${url}", data=body, headers={
    "Content-Type": "application/json",
    "AccessKey": access_key,
    "Timestamp": timestamp,
    "RequestID": request_id,
    "Signature": signature,
})
with urllib.request.urlopen(request) as answer:
    print(answer.read().decode())
`,
  java: (url) => `import java.net.URI;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Sample {
  public static void main(String[] args) throws Exception {
    String accessKey = System.getenv("ACCESS_KEY"), secretKey = System.getenv("SECRET_KEY");
    String body = "{\\"pageParam\\":{\\"pageNum\\":1,\\"pageSize\\":20}}";
    String timestamp = String.valueOf(System.currentTimeMillis());
    String requestId = UUID.randomUUID().toString();
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secretKey.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    byte[] signed = (timestamp + requestId + accessKey + body).getBytes(StandardCharsets.UTF_8);
    String signature = HexFormat.of().formatHex(mac.doFinal(signed));
    HttpRequest request = HttpRequest.newBuilder(URI.create("${url}"))
        .header("Content-Type", "application/json")
        .header("AccessKey", accessKey).header("Timestamp", timestamp)
        .header("RequestID", requestId).header("Signature", signature)
        .POST(HttpRequest.BodyPublishers.ofString(body)).build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(answer.body());
  }
}
`,
}
