"""Makes the signatures of requests as botocore does, AWS's own implementation for Python: for each request of the JSON list in stdin, as it was sent."""

import json
import sys

from botocore.auth import S3SigV4Auth, SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials


def signature(sent):
    credentials = Credentials(sent["accessKeyId"], sent["secretAccessKey"], sent.get("sessionToken"))
    kind = S3SigV4Auth if sent["service"] == "s3" else SigV4Auth
    signer = kind(credentials, sent["service"], sent["region"])
    request = AWSRequest(method="POST" if sent.get("post") else "GET", data=sent.get("post"), url=sent["url"], headers=sent["headers"])
    request.context["timestamp"] = sent["headers"]["x-amz-date"]
    text = signer.string_to_sign(request, signer.canonical_request(request))
    return signer.signature(text, request)


print(json.dumps([signature(sent) for sent in json.load(sys.stdin)]))
