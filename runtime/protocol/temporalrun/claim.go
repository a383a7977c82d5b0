package temporalrun

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/workflow"
	"google.golang.org/protobuf/proto"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// Of payloads that a store keeps, as the server sees them.
const (
	encodingClaim = "bindery/claim"
	claimThread   = "temporal-claim/"
)

// ClaimCheck keeps values of more than some bytes in a store, and gives the server
// what they are found by: it takes no more than 2 MB. All clients and workers of a
// namespace need it, with the same store, in client.Options.DataConverter. Zero
// stands for 256 KiB. A value is stored once, under the hash of its content; it
// stays until [PruneClaims] removes it.
func ClaimCheck(store checkpoint.Store, above int) converter.DataConverter {
	if above <= 0 {
		above = 256 << 10
	}
	claims := converter.NewCodecDataConverter(converter.GetDefaultDataConverter(), &claims{store, above})
	return workflow.DataConverterWithoutDeadlockDetection(claims)
}

// PruneClaims removes values that were stored before a time, which should lie
// further back than the server keeps histories. It returns their number.
func PruneClaims(ctx context.Context, store checkpoint.Store, before time.Time) (removed int, err error) {
	for t, err := range store.Threads(ctx) {
		if err != nil {
			return removed, err
		}
		if len(t.Name) != len(claimThread)+2*sha256.Size || t.Name[:len(claimThread)] != claimThread || !t.Head.ID.Time().Before(before) {
			continue
		}
		if err := store.Delete(ctx, t.Name); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}

// claims is the codec between the values and the server.
type claims struct {
	store checkpoint.Store
	above int
}

// Encode implements converter.PayloadCodec.
func (c *claims) Encode(payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
	out := make([]*commonpb.Payload, len(payloads))
	for i, p := range payloads {
		if out[i] = p; proto.Size(p) <= c.above {
			continue
		}
		value, err := proto.MarshalOptions{Deterministic: true}.Marshal(p)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(value)
		name := hex.EncodeToString(sum[:])
		_, err = c.store.Put(context.Background(), claimThread+name, "", checkpoint.Checkpoint{State: value})
		if err != nil && !errors.Is(err, checkpoint.ErrConflict) { // else it is there
			return nil, fmt.Errorf("storing a value of %d bytes: %w", len(value), err)
		}
		out[i] = &commonpb.Payload{Metadata: map[string][]byte{converter.MetadataEncoding: []byte(encodingClaim)}, Data: []byte(name)}
	}
	return out, nil
}

// Decode implements converter.PayloadCodec.
func (c *claims) Decode(payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
	out := make([]*commonpb.Payload, len(payloads))
	for i, p := range payloads {
		if out[i] = p; string(p.GetMetadata()[converter.MetadataEncoding]) != encodingClaim {
			continue
		}
		stored, err := c.store.Get(context.Background(), claimThread+string(p.GetData()), "")
		if err != nil {
			return nil, fmt.Errorf("the stored value %s: %w", p.GetData(), err)
		}
		if sum := sha256.Sum256(stored.State); hex.EncodeToString(sum[:]) != string(p.GetData()) {
			return nil, fmt.Errorf("the stored value %s has another content", p.GetData())
		}
		out[i] = new(commonpb.Payload)
		if err := proto.Unmarshal(stored.State, out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}
